import type { Endpoint, Method, Reply, Sent } from '@larkmere/contract/endpoint';
import type { Failure } from '@larkmere/contract/envelope';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';
import { deviceHeaders } from './device.ts';
import { fetchWatched } from './fetch-watched.ts';

export type EndpointRow<E extends Endpoint = Endpoint> = readonly [method: Method, path: string, access: string] & {
  readonly endpoint?: E;
};

const timeLimitMs = 30_000;
/** Long enough for a 10 MB file over a slow connection. */
const fileTimeLimitMs = 120_000;

/** The rate service's address and a token that grants access to it alone. */
export type RateAccess = Readonly<{ rateToken: string; rateService: string }>;
type Options = Readonly<{
  signal?: AbortSignal | undefined;
  rates?: RateAccess;
  onProgress?: (share: number) => void;
}>;

export type Side = 'customer' | 'staff';

type Credentials = Record<Side, string | undefined> & { onRefused: (error: ApiError, side: Side) => void };

/** The tokens live in memory only. `onRefused` is called when the server refuses a call for its session or rights. */
export const credentials: Credentials = { customer: undefined, staff: undefined, onRefused: () => {} };

const header: Record<Side, string> = { customer: 'authorization', staff: 'authorization_manage' };
const sideOf = (path: string): Side => (path.startsWith('/v1/manage/') ? 'staff' : 'customer');

/**
 * The only access to the server. Throws ApiError for a refusal, NetworkError if nothing was sent, and TimeoutError if
 * the outcome is unknown.
 */
export const call = async <E extends Endpoint>(
  row: EndpointRow<E>,
  input: Sent<E>,
  options?: Options,
): Promise<Reply<E>> => (await callWithMessage(row, input, options)).data;

export async function callWithMessage<E extends Endpoint>(
  [method, path, access]: EndpointRow<E>,
  input: Sent<E>,
  options: Options = {},
): Promise<{ data: Reply<E>; message: string | undefined }> {
  const side = sideOf(path);
  // A page may still fetch while it closes after the session; the server would only refuse the call.
  const needsSession = access !== 'public' && access !== 'rate';
  if (needsSession && credentials[side] === undefined) throw new ApiError(401, { code: 'not_signed_in' });
  const response = await send(method, path, input, options);
  const answer = await readAnswer(response);
  if (response.ok && answer.result) return { data: answer.data as Reply<E>, message: answer.message };
  const error = new ApiError(response.status, answer as Partial<Failure>);
  if (needsSession) credentials.onRefused(error, side);
  throw error;
}

type Answer = { result: boolean; data?: unknown; message?: string };

async function send(
  method: Method,
  path: string,
  input: Record<string, unknown>,
  { signal, rates, onProgress = () => {} }: Options,
): Promise<Response> {
  const { url, rest } = placeInput(path, input);
  const form = Object.values(rest).some((value) => value instanceof File) ? formOf(rest) : undefined;
  const limit = AbortSignal.timeout(form ? fileTimeLimitMs : timeLimitMs);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  const query = method === 'GET' ? queryText(rest) : '';
  const address = `${rates?.rateService ?? '/api/services'}${url}${query}`;
  const headers = { ...deviceHeaders(), ...authorization(path, rates) };
  try {
    if (form) return await fetchWatched(address, { method, headers, body: form, signal: until }, onProgress);
    return await fetch(address, {
      method,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
      credentials: rates ? 'omit' : 'same-origin',
      signal: until,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (limit.aborted) throw new TimeoutError('no answer in time', { cause });
    // A write whose connection broke may have reached the server. Only a read is certain to have had no effect.
    if (method !== 'GET' && navigator.onLine) throw new TimeoutError('the line broke', { cause });
    throw new NetworkError('the server cannot be reached', { cause });
  }
}

/** The session token never goes to the rate service. */
function authorization(path: string, rates: RateAccess | undefined): Record<string, string> {
  if (rates) return { authorization: rates.rateToken };
  const side = sideOf(path);
  const token = credentials[side];
  return token === undefined ? {} : { [header[side]]: token };
}

/** A proxy in front of the server may answer with something that is not JSON. */
async function readAnswer(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    if (response.ok) throw new TimeoutError('the answer broke off', { cause });
    return { result: false };
  }
}

export function placeInput(
  path: string,
  input: Record<string, unknown>,
): { url: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { url, rest };
}

function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value instanceof File) form.set(name, value);
    else if (typeof value === 'string') form.set(name, value);
  return form;
}

function queryText(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
