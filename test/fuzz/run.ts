import type { Operation } from './api-document.ts';
import { withPinAuthorisation } from './authorise.ts';
import { type FuzzContext, type FuzzRequest, generateRequest } from './request.ts';
import { type FuzzResponse, send } from './send.ts';

type Run = Readonly<{
  base: string;
  operations: readonly Operation[];
  world: FuzzContext;
  count: number;
  unlock: () => Promise<unknown>;
}>;

export type Outcome = Readonly<{
  faults: ReadonlyMap<string, string>;
  statuses: ReadonlyMap<number, number>;
}>;

const atOnce = 12;
const unlockEvery = 500;

export async function sendAll({ base, operations, world, count, unlock }: Run): Promise<Outcome> {
  const faults = new Map<string, string>();
  const statuses = new Map<number, number>();
  let sent = 0;

  async function sendNext(): Promise<void> {
    // First calls each operation once, so that later requests refer to existing objects.
    const operation = operations[sent] ?? world.random.oneOf(operations);
    sent += 1;
    const request = await withPinAuthorisation(base, await generateRequest(operation, world), world);
    const answer = await send(base, request).catch(String);
    if (typeof answer !== 'string') statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const fault = typeof answer === 'string' ? answer : findFault(request, answer);
    const key = `${fault} ${operation.method} ${operation.path}`;
    if (fault !== undefined && !faults.has(key)) faults.set(key, describeRequest(request));
    if (typeof answer !== 'string') await recordValues(request, answer, world);
  }

  async function work(): Promise<void> {
    while (sent < count) {
      if (sent % unlockEvery === 0) await unlock();
      await sendNext();
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return { faults, statuses };
}

/** Responses of these codes are 503 by contract: a disabled service, or an external system that does not respond. */
const expectedUnavailable = new Set([
  'bank_not_responding',
  'card_issuer_unavailable',
  'card_processor_unavailable',
  'rate_unavailable',
  'service_off',
]);

function findFault({ method }: FuzzRequest, { status, type, text }: FuzzResponse): string | undefined {
  if (method === 'HEAD') return status >= 500 && status !== 503 ? String(status) : undefined;
  const reply = type.startsWith('application/json') ? (JSON.parse(text) as { code?: string; message?: string }) : {};
  if (status >= 500)
    return status === 503 && expectedUnavailable.has(reply.code ?? '') ? undefined : `${status} ${reply.code}`;
  if (status >= 400 && !(reply.code && reply.message)) return `${status} outside the envelope`;
  return undefined;
}

async function recordValues(request: FuzzRequest, answer: FuzzResponse, { knownValues }: FuzzContext): Promise<void> {
  const { operation, who } = request;
  if (answer.status === 200 && answer.text !== '' && answer.type.startsWith('application/json'))
    knownValues.record(operation, (JSON.parse(answer.text) as { data: unknown }).data);
  if (isSignedOut(request, answer, await who.headers())) who.signOut();
}

/** A refusal caused by a fault or another role says nothing about the caller's session. */
function isSignedOut({ operation, who, headers }: FuzzRequest, { status }: FuzzResponse, own: object): boolean {
  if (operation.path.endsWith('/logout')) return true;
  const isOwn = Object.entries(own).every(([name, value]) => headers[name] === value);
  return status === 401 && operation.scheme === who.scheme && isOwn;
}

const describeRequest = ({ method, path, who, headers, body }: FuzzRequest): string =>
  `${who.name} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 500)} ${body?.toString().slice(0, 1500) ?? ''}`;
