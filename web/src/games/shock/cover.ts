import './cover.css';
import type { Cover } from '../cover';
import art from './art/Cover.svelte';

const cover: Cover = {
  art,
  mood: 'Jewels and nerves',
  pitch: 'Win tricks for jewels, open the Chest, and leave before the same poison stings you twice.',
  length: '25 min',
  usual: 3,
};

export default cover;
