import { testPin } from '../fixtures/api-server.ts';
import type { Schema } from './api-document.ts';
import type { FuzzContext, FuzzRequest } from './request.ts';
import { send } from './send.ts';
import { uuidOf } from './values.ts';

/** Sometimes adds a valid PIN authorisation that matches the body, so that requests reach the code behind it. */
export async function withPinAuthorisation(
  base: string,
  request: FuzzRequest,
  world: FuzzContext,
): Promise<FuzzRequest> {
  const { operation, who, body } = request;
  const { random } = world;
  if (!operation.body?.schema.properties?.approval || who.scheme !== 'customer' || random.chance(0.5)) return request;
  const order = read(body);
  const purpose = order && purposeFor(order, request, world);
  if (!purpose) return request;
  const asked = { pincode: testPin, purpose, idempotency: uuidOf(random) };
  const { text } = await send(base, {
    ...request,
    method: 'POST',
    path: '/api/services/v1/pin/verify',
    headers: { ...(await who.headers()), 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(asked)),
  });
  const { data } = JSON.parse(text) as { data: { authorisation?: string } | null };
  if (!data?.authorisation) return request;
  return { ...request, body: Buffer.from(JSON.stringify({ ...order, authorisation: data.authorisation })) };
}

type Order = Readonly<Record<string, unknown>>;

function read(body: Buffer | undefined): Order | undefined {
  try {
    const order: unknown = JSON.parse(body?.toString() ?? '');
    return order !== null && typeof order === 'object' ? (order as Order) : undefined;
  } catch {
    return undefined;
  }
}

function purposeFor(order: Order, { path }: FuzzRequest, { resolve, purposes }: FuzzContext): Order | undefined {
  const inOrder: Order = {
    ...order,
    paymentIdempotency: order.idempotency,
    uid: /[\da-f-]{36}/.exec(path)?.[0] ?? null,
  };
  for (const variant of purposes) {
    const { properties = {}, required = [] } = resolve(variant);
    const operation = operationFor(path, properties.operation);
    if (!operation || !required.every((name) => name === 'operation' || inOrder[name] !== undefined)) continue;
    const fields = Object.keys(properties).filter((name) => inOrder[name] !== undefined);
    return { ...Object.fromEntries(fields.map((name) => [name, inOrder[name]])), operation };
  }
  return undefined;
}

function operationFor(path: string, { enum: names = [], const: only }: Schema = {}): string | undefined {
  const words = path.toLowerCase();
  const longestFirst = [...names, only].toSorted((a, b) => String(b).length - String(a).length);
  return longestFirst.find((name): name is string => {
    if (typeof name !== 'string') return false;
    return name.split(/[.]/).every((word) => words.includes(word === 'set' ? '' : word));
  });
}
