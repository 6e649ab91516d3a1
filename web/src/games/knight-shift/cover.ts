import './cover.css';
import type { Cover } from '../cover';
import art from './art/Cover.svelte';

const cover: Cover = {
  art,
  mood: 'Squires in a hurry',
  pitch: 'Equip Knights in secret, pass your hand to the left, and claim the one whose gear suits his taste.',
  length: '15 min',
  usual: 3,
};

export default cover;
