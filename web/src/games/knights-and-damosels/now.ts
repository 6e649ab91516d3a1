// What is going on, in a line: it is the title of the stage while a beat plays. It never tells more than the beat.
import type { Event, View } from '../../wire/knights-and-damosels';
import type { Scene } from '../face';
import { EVENTS, theCard } from './cards';

export function nowLine(scene: Scene<View>): string | null {
  const now = scene.now as Event | null;
  const { view } = scene;
  const name = (seat: number) => scene.names[seat] ?? '';
  switch (now?.type) {
    case 'round_began':
      return `Round ${now.round}: ${name(now.arthur)} is Arthur, ${name(now.merlin)} is Merlin`;
    case 'events_shuffled':
      return 'All events are shuffled again';
    case 'events_drawn':
      return `${name(now.seat)}, as Arthur, draws events`;
    case 'discarded':
      return `${name(now.seat)} discards an event`;
    case 'events_given':
      return `${name(now.seat)}, as Merlin, gets the others`;
    case 'event_revealed':
      return `The event of the round: ${EVENTS[now.event]}`;
    case 'service_turned':
      return `A Service card is turned over`;
    case 'displayed':
      return `${name(view.merlin)}, as Merlin, shows the gifts`;
    case 'damosels_seen':
      return 'You are Merlin: only you see whose gifts they are';
    case 'own_card_seen':
      return 'The card of your own damosel is marked for you';
    case 'selected':
      return `${name(now.seat)} selects ${theCard(now.chivalry)}`;
    case 'passed':
      return `${name(now.seat)} passes`;
    case 'challenged':
      return `${name(now.seat)} challenges ${name(now.other)} for ${theCard(now.chivalry)}`;
    case 'joust_ended':
      return (
        `${name(now.winner)} wins the joust` + (now.worship > 0 ? ` and ${now.worship} worship` : ', but no worship')
      );
    case 'declined':
      return `${name(now.seat)} takes no other card`;
    case 'granted':
      return 'The damosels behind the cards are shown';
    case 'returned':
      return 'What nobody took goes back to its damosel';
    case 'offered':
      return `${name(now.seat)} offers ${theCard(now.chivalry)}`;
    case 'service_ended':
      return 'Nobody can offer any more';
    case 'placed':
      return view.event?.kind === 'disaster' ? 'Face-up or face-down?' : 'Duty or betrayal?';
    case 'awarded':
      return 'Worship for the service';
    case 'struck':
      return view.event ? `${EVENTS[view.event.event]} strikes` : 'The disaster strikes';
    case 'ranked':
      return 'The rounds are over: the ranking of the court';
    case 'camlann_began':
      return 'To Camlann!';
    case 'taken':
      return 'Damosels take a card back';
    case 'sides_chosen':
      return 'The sides are chosen';
    case 'fought':
      return `Camlann, round ${now.round}`;
    default:
      return null;
  }
}
