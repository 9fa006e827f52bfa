import type { Endpoint } from '@larkmere/contract/endpoint';
import { baseOf, pathNames } from '@larkmere/contract/endpoint';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { type Bind, binder } from '../apps/api/src/kernel/bind.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { Refusal } from '../apps/api/src/kernel/refusal.ts';
import { openServer } from '../apps/api/src/kernel/server.ts';
import { actorOf, type Given } from './given.ts';

type Answer = Readonly<{ status: number; body: { result: boolean; data: unknown; message: string; code?: string } }>;

/**
 * Serves one module's routes through the real binder without sessions: `call(endpoint, input, who)` signs `who` in,
 * or nobody if omitted.
 */
export async function givenServer(db: Db, routes: (bind: Bind) => void) {
  const people = new Map<string, Given>();
  const app = await openServer({ log: pino({ level: 'silent' }), maxInFlight: 50, trustedProxies: [] });
  afterAll(() => app.close());
  const authenticate = async ({ token }: { token: string | undefined }) => {
    const who = people.get(token ?? '');
    if (!who) throw new Refusal('not_signed_in');
    return actorOf(who);
  };
  const bind = binder({ app, db, authenticate });
  routes(bind);

  async function call(endpoint: Endpoint, input: Record<string, unknown> = {}, who?: Given): Promise<Answer> {
    if (who) people.set(who.person.id, who);
    const inPath = pathNames(endpoint.path);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
    const query = endpoint.method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
    const response = await app.inject({
      method: endpoint.method,
      url: `${baseOf(endpoint)}${path}${query}`,
      headers: who ? { authorization: `Bearer ${who.person.id}` } : {},
      ...(endpoint.method === 'GET' ? {} : { payload: rest }),
    });
    return { status: response.statusCode, body: response.json() };
  }
  return { call, bound: bind.bound };
}
