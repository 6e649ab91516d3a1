// The drawing of each chivalry.
import type { Component } from 'svelte';
import type { Chivalry } from '../../../wire/knights-and-damosels';
import armor from './Armor.svelte';
import farmer from './Farmer.svelte';
import fisher from './Fisher.svelte';
import forester from './Forester.svelte';
import honor from './Honor.svelte';
import horse from './Horse.svelte';
import loyalty from './Loyalty.svelte';
import sword from './Sword.svelte';
import valor from './Valor.svelte';

export const SCENES: Record<Chivalry, Component> = {
  horse,
  sword,
  armor,
  honor,
  loyalty,
  valor,
  farmer,
  fisher,
  forester,
};
