// The drawing of each event.
import type { Component } from 'svelte';
import type { EventCard } from '../../../wire/knights-and-damosels';
import adultery from './Adultery.svelte';
import badon from './Badon.svelte';
import beast from './Beast.svelte';
import carlion from './Carlion.svelte';
import excalibur from './Excalibur.svelte';
import grail from './Grail.svelte';
import isoud from './Lovers.svelte';
import marriage from './Marriage.svelte';
import merlin from './MerlinDead.svelte';
import mordred from './Treason.svelte';
import rome from './Rome.svelte';
import table from './RoundTable.svelte';

export const VIGNETTES: Record<EventCard, Component> = {
  badon,
  carlion,
  rome,
  grail,
  beast,
  isoud,
  excalibur,
  marriage,
  table,
  adultery,
  merlin,
  mordred,
};
