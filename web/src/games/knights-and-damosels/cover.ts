import './cover.css';
import type { Cover } from '../cover';
import art from './art/Cover.svelte';

const cover: Cover = {
  art,
  mood: 'Gifts, jousts and a kingdom',
  pitch: 'Be a knight by day and a damosel in secret: give, joust, serve the king, and win in your own way.',
  length: '40 min',
  usual: 4,
};

export default cover;
