// The pictures on the cards.
import type { Component } from 'svelte';
import type { Card, Role } from '../../../wire/never-bring-a-knife';
import Armor from './Armor.svelte';
import Cop from './Cop.svelte';
import Crime from './Crime.svelte';
import Criminal from './Criminal.svelte';
import Gun from './Gun.svelte';
import Hit from './Hit.svelte';
import Intel from './Intel.svelte';
import Mole from './Mole.svelte';
import Money from './Money.svelte';

export const PICTURES: Record<Card, Component> = {
  gun: Gun,
  armor: Armor,
  money: Money,
  crime: Crime,
  intel: Intel,
  hit: Hit,
  mole: Mole,
};

export const PORTRAITS: Record<Role, Component> = { cop: Cop, criminal: Criminal };
