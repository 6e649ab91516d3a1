// Telling a player who is looking elsewhere that it is their turn: in the title, the icon and, if allowed, on the
// desktop.
import { settings } from './settings.svelte';

function icon(path: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = path;
}

export function title(text: string, turn = false): void {
  document.title = turn ? `● Your turn · ${text}` : text;
  icon(turn ? '/icon-turn.svg' : '/icon.svg');
}

export function notify(game: string): void {
  if (!settings.kept.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const notice = new Notification('It is your turn', { body: game, icon: '/icon.svg', tag: 'turn' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

export async function allowNotices(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
