import './cover.css';
import type { Cover } from '../cover';
import art from './art/Cover.svelte';

const cover: Cover = {
  art,
  mood: 'A duel of roads and rooms',
  pitch: 'Bring your travellers across nine crowded inns to the castle on the other side.',
  length: '20 min',
  usual: 2,
};

export default cover;
