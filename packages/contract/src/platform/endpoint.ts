import { z } from 'zod';
import type { Access } from './access.ts';
import type { AccountAction } from './account-status.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call as a value: the server binds it, the browser calls it and OpenAPI is generated from it. `input` merges path,
 * query and body: names in the path go there, the rest into the query of a GET or the body of any other method.
 */
export type Endpoint<
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = Readonly<{
  method: Method;
  path: `/${string}`;
  access: A;
  about: string;
  input: I;
  reply: R;
  refusals: readonly RefusalCode[];
  /** May be called before the identity check is completed. */
  beforeKyc?: true;
  /** May be called by staff who have not set up the one-time code yet. */
  beforeTotp?: true;
  /** Returns a price only, so its result is not retained for its idempotency key for ever. */
  returnsQuote?: true;
  /** Writes nothing that moves money, so view access is enough. */
  movesNoMoney?: true;
  /** What the account's status must allow, where it does not follow from access and method. */
  accountAction?: AccountAction;
  /** Refused while this service is off. Calls that price something ask their own service. */
  serviceKey?: string;
  /** Called by the browser on its own, so it does not count as customer activity. */
  background?: true;
  /**
   * Opened by the browser as a page without headers: a one-use download token in this query parameter replaces the
   * session. `session.download_token` issues it.
   */
  downloadTokenParameter?: string;
  /** Served by the rate service, which can run as its own process under another address. */
  service?: 'rate';
}>;

export const endpoint = <I extends z.ZodObject, R extends z.ZodType, const A extends Access>(
  e: Endpoint<I, R, A>,
): Endpoint<I, R, A> => e;

export const basePaths = { services: '/api/services', rate: '/api/rates' } as const;
export const basePathOf = ({ service }: Pick<Endpoint, 'service'>): string => basePaths[service ?? 'services'];

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

export const acceptsFile = ({ input }: Endpoint): boolean =>
  Object.values(input.shape).some((field) => field instanceof z.ZodFile);
export const returnsFile = ({ reply }: Endpoint): boolean => reply instanceof z.ZodFile;

export type Input<E extends Endpoint> = z.output<E['input']>;
export type RawInput<E extends Endpoint> = z.input<E['input']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
