import './cover.css';
import type { Cover } from '../cover';
import art from './art/Cover.svelte';

const cover: Cover = {
  art,
  mood: 'Whom do you trust?',
  pitch: 'Cops and robbers who do not know their friends: lay cards on one another, then see who still stands.',
  length: '20 min',
  usual: 5,
};

export default cover;
