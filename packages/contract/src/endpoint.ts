import { z } from 'zod';
import type { Access } from './access.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call as a value: the server binds it, the browser calls it, OpenAPI is printed from it.
 * Path, query and body parameters are one object: a caller should not care which is which. The names in the path travel
 * there; the rest travels in the query of a GET and in the body of everything else.
 */
export type Endpoint<
  I extends z.ZodObject = z.ZodObject,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = Readonly<{
  method: Method;
  /** Below `/api/services`, or below the rate service's address, with `{name}` for path parameters. */
  path: `/${string}`;
  access: A;
  /** One sentence for the reader of the API document. */
  about: string;
  input: I;
  reply: R;
  refusals: readonly RefusalCode[];
  /** May be called while the customer's identity check is still open. */
  beforeKyc?: true;
  /** May be called by a member of staff who has not set up the one-time code yet. */
  beforeTotp?: true;
  /** It only asks for a price: the answer is not kept for ever, although the call has a key. */
  asksOnly?: true;
  /** It writes, but makes nothing that moves money: whoever may look may do it. */
  makesNothing?: true;
  /** The browser calls it by itself, so it does not count as activity of the customer. */
  background?: true;
  /**
   * A browser opens it like a page, without headers: a one-use ticket in this query parameter stands for the session.
   * `session.ticket` gives one out.
   */
  byTicket?: string;
  /** Served by the rate service, which can run as a process of its own under another address. */
  service?: 'rate';
}>;

export const endpoint = <I extends z.ZodObject, R extends z.ZodType, const A extends Access>(
  e: Endpoint<I, R, A>,
): Endpoint<I, R, A> => e;

/** Where the calls of our own process begin; the rate service's may be told to begin elsewhere. */
export const bases = { services: '/api/services', rate: '/api/rates' } as const;
export const baseOf = ({ service }: Pick<Endpoint, 'service'>): string => bases[service ?? 'services'];

/** The names in a path, in order: `/v1/payee/{uid}` has `uid`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Whether a request brings a file, and so travels as a form and not as JSON. */
export const takesFile = ({ input }: Endpoint): boolean =>
  Object.values(input.shape).some((field) => field instanceof z.ZodFile);
/** Whether the answer is a file and not the envelope. */
export const givesFile = ({ reply }: Endpoint): boolean => reply instanceof z.ZodFile;

export type Input<E extends Endpoint> = z.output<E['input']>;
export type Sent<E extends Endpoint> = z.input<E['input']>;
export type Reply<E extends Endpoint> = z.output<E['reply']>;
