import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { startBank, startReceiver } from '../bank.fixture.ts';

export type AuthorisationRequest = Readonly<{
  requestId: string;
  paymentId: string;
  kind: string;
  at: string;
  answerBy: string;
  original: { amount: string; currency: string };
  billing: { amount: string; currency: string };
  partialAllowed: boolean;
}>;
export type Report = Readonly<Record<string, unknown>> & Readonly<{ kind: string; sequence: number }>;

/** An issuer with a Larkmere that approves everything unless `larkmere.answer` is replaced. */
export async function startIssuer(dataDir?: string) {
  const authorisations: AuthorisationRequest[] = [];
  const approve = (authorisation: AuthorisationRequest): object => ({
    decision: 'approved',
    approved: authorisation.billing.amount,
    declineCode: null,
  });
  const larkmere: { answer: (authorisation: AuthorisationRequest) => object; delayMs: number } = {
    answer: approve,
    delayMs: 0,
  };
  const receiver = await startReceiver((path, body) => {
    if (!path.endsWith('/card-issuer/authorisation')) return undefined;
    const authorisation = JSON.parse(body) as AuthorisationRequest;
    authorisations.push(authorisation);
    const text = JSON.stringify({ result: true, data: larkmere.answer(authorisation), message: '' });
    return new Promise((resolve) => setTimeout(() => resolve(text), larkmere.delayMs));
  });
  const bank = await startBank(receiver, dataDir);
  await change({ dayMs: 60_000, cardStepMs: 20 });

  async function change(settings: object): Promise<void> {
    const changed = await bank.lever('PUT', '/sandbox/settings', settings);
    if (changed.status !== 200) throw new Error(changed.body);
  }

  const read = ({ status, body }: Readonly<{ status: number; body: string }>) => ({
    status,
    body: (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>,
  });
  const send = async (method: string, path: string, body?: object) =>
    read(await bank.ask(method, path, body === undefined ? undefined : JSON.stringify(body)));
  const lever = async (method: string, path: string, body?: object) =>
    read(await bank.lever(method, `/sandbox/issued-cards${path}`, body));

  const orderOf = (over: object = {}) => ({
    cardId: randomUUID(),
    kind: 'virtual',
    currency: 'GBP',
    holderName: 'MALI HART',
    ...over,
  });
  async function orderCard(over: object = {}): Promise<string> {
    const order = orderOf(over);
    const ordered = await send('POST', '/v1/issuing/cards', order);
    if (ordered.status !== 200) throw new Error(JSON.stringify(ordered.body));
    return order.cardId;
  }
  const pay = (cardId: string, over: object = {}) =>
    lever('POST', `/${cardId}/payments`, { amount: '12.50', currency: 'GBP', ...over });
  const act = (paymentId: unknown, action: string, body: object = {}) =>
    lever('POST', `/payments/${paymentId}/${action}`, body);

  /** What arrived, in the order of arrival. */
  const reports = (kind: string): Report[] =>
    (receiver.events as unknown as readonly { report?: Report }[]).flatMap(({ report }) =>
      report?.kind === kind ? [report] : [],
    );
  const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000, interval: 20 });

  async function end(signal?: 'SIGKILL'): Promise<void> {
    await bank.end(signal);
    receiver.close();
  }
  const reset = (): void => {
    larkmere.answer = approve;
    larkmere.delayMs = 0;
  };

  return {
    bank,
    receiver,
    larkmere,
    authorisations,
    change,
    send,
    lever,
    orderOf,
    orderCard,
    pay,
    act,
    reports,
    waitFor,
    reset,
    end,
  };
}

export const delivery = {
  name: 'Mali Hart',
  lines: ['4 Larch Walk'],
  city: 'Bristol',
  postcode: 'BS1 4DJ',
  country: 'GB',
};
