// Short sounds, generated here: nothing to load.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

type Tone = readonly [pitch: number, start: number, length: number, kind: OscillatorType];

const SOUNDS = {
  turn: [
    [523, 0, 0.12, 'triangle'],
    [784, 0.11, 0.22, 'triangle'],
  ],
  move: [[180, 0, 0.07, 'square']],
  end: [
    [392, 0, 0.15, 'triangle'],
    [523, 0.14, 0.15, 'triangle'],
    [659, 0.28, 0.35, 'triangle'],
  ],
  chat: [[880, 0, 0.06, 'sine']],
  jewel: [
    [1047, 0, 0.08, 'sine'],
    [1319, 0.06, 0.14, 'sine'],
  ],
  poison: [
    [220, 0, 0.16, 'sawtooth'],
    [185, 0.12, 0.22, 'sawtooth'],
  ],
  card: [[320, 0, 0.05, 'triangle']],
  shot: [
    [140, 0, 0.05, 'square'],
    [62, 0.02, 0.3, 'sawtooth'],
  ],
  shock: [
    [98, 0, 0.4, 'sawtooth'],
    [92, 0.05, 0.45, 'square'],
  ],
  claim: [
    [392, 0, 0.1, 'triangle'],
    [587, 0.08, 0.2, 'triangle'],
  ],
  pass: [
    [240, 0, 0.06, 'square'],
    [200, 0.09, 0.06, 'square'],
  ],
  clash: [
    [1480, 0, 0.09, 'square'],
    [988, 0.03, 0.18, 'sawtooth'],
  ],
  count: [[660, 0, 0.09, 'sine']],
} as const satisfies Record<string, readonly Tone[]>;

export type SoundName = keyof typeof SOUNDS;

export function play(name: SoundName): void {
  // Browsers stay silent until they are touched; a context made earlier would only cause a warning.
  if (!settings.kept.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, start, length, kind] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = kind;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.06, now + start);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
