// The person at this browser.
import type { Me, Who } from '../wire/wire';
import { get, Refused, send } from './api';

const FIRST = [
  'Alard',
  'Bors',
  'Clarine',
  'Dinadan',
  'Elaine',
  'Florete',
  'Gareth',
  'Helewise',
  'Isolt',
  'Kay',
  'Lynet',
  'Morien',
  'Nimue',
  'Owain',
  'Pelles',
  'Ragnell',
  'Sagramore',
  'Tor',
  'Ursel',
  'Yder',
];
const OF = [
  'the Ford',
  'the Heath',
  'the Marsh',
  'Oakham',
  'the Hill',
  'Norwood',
  'the Bridge',
  'Redcliff',
  'the Mill',
  'Ashby',
];

function any<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

class Person {
  me = $state<Me | null>(null);
  asked = $state(false);

  async load(): Promise<void> {
    try {
      this.me = (await get<Who>('/api/who')).me;
    } finally {
      this.asked = true;
    }
  }

  /** A knightly name. */
  invent(): string {
    return `${any(FIRST)} of ${any(OF)}`;
  }

  /** Makes sure that the visitor has an identity: a newcomer gets a knightly name, which can be changed at any time. */
  async someone(name?: string): Promise<Me> {
    if (!this.asked) await this.load();
    for (let tries = 0; !this.me; tries++) {
      try {
        this.me = await send<Me>('POST', '/api/guest', { name: name ?? this.invent() });
      } catch (error) {
        if (name !== undefined || tries > 5 || !(error instanceof Refused && error.code === 'name_taken')) throw error;
      }
    }
    return this.me;
  }
}

export const person = new Person();
