// Requests to the server. A refusal is thrown as `Refused`, with a sentence for people.
import type { Failed } from '../wire/wire';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule?: string,
  ) {
    super(message);
  }
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused('offline', 'The server cannot be reached. Check the connection and try again.');
  }
  if (answer.ok) return answer;
  const refusal = (await answer.json().catch(() => null)) as Failed | null;
  const { code, message, rule } = refusal?.error ?? {
    code: 'failed',
    message: `The server answered ${answer.status}.`,
  };
  throw new Refused(code, message, rule);
}

export async function get<T>(path: string): Promise<T> {
  return (await request('GET', path)).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await request('GET', path)).text();
}

export async function send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown = {}): Promise<T> {
  const text = await (await request(method, path, body)).text();
  return (text ? JSON.parse(text) : null) as T;
}

/** The path of a table's page or API, with its secret key if it has one. */
export function keyed(path: string, key: string | null | undefined): string {
  return key ? `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}` : path;
}
