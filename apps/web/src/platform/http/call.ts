import type { Endpoint, Method, RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import type { Failure } from '@larkmere/contract/platform/envelope';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';
import { deviceHeaders } from './device.ts';
import { uploadWithProgress } from './upload-with-progress.ts';

export type EndpointRow<E extends Endpoint = Endpoint> = readonly [
  method: Method,
  path: string,
  isWithoutSession?: 1,
] & {
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

export type SessionKind = 'customer' | 'staff';

type Credentials = Record<SessionKind, string | undefined> & {
  onRefused: (error: ApiError, side: SessionKind) => void;
  /** Why a call of a customer is not even sent. */
  closedBecause?: (method: Method, path: string) => string | undefined;
};

/** The tokens live in memory only. `onRefused` is called when the server refuses a call for its session or rights. */
export const credentials: Credentials = { customer: undefined, staff: undefined, onRefused: () => {} };

const tokenHeaders: Record<SessionKind, string> = { customer: 'authorization', staff: 'authorization_manage' };
const sessionKindOf = (path: string): SessionKind => (path.startsWith('/v1/manage/') ? 'staff' : 'customer');

/**
 * The only access to the server. Throws ApiError for a refusal, NetworkError if nothing was sent, and TimeoutError if
 * the outcome is unknown.
 */
export const call = async <E extends Endpoint>(
  row: EndpointRow<E>,
  input: RawInput<E>,
  options?: Options,
): Promise<Reply<E>> => (await callWithMessage(row, input, options)).data;

export async function callWithMessage<E extends Endpoint>(
  [method, path, isWithoutSession]: EndpointRow<E>,
  input: RawInput<E>,
  options: Options = {},
): Promise<{ data: Reply<E>; message: string | undefined }> {
  const side = sessionKindOf(path);
  // A page may still fetch while it closes after the session; the server would only refuse the call.
  const needsSession = !isWithoutSession;
  if (needsSession && credentials[side] === undefined) throw new ApiError(401, { code: 'not_signed_in' });
  const closed = needsSession && side === 'customer' ? credentials.closedBecause?.(method, path) : undefined;
  if (closed) throw new ApiError(400, { code: 'visit_forbidden', message: closed });
  const response = await sendRequest(method, path, input, options);
  const answer = await parseResponse(response);
  if (response.ok && answer.result) return { data: answer.data as Reply<E>, message: answer.message };
  const error = new ApiError(response.status, answer as Partial<Failure>);
  if (needsSession) credentials.onRefused(error, side);
  throw error;
}

type ResponseBody = { result: boolean; data?: unknown; message?: string };

async function sendRequest(
  method: Method,
  path: string,
  input: Record<string, unknown>,
  { signal, rates, onProgress = () => {} }: Options,
): Promise<Response> {
  const { url, rest } = splitInput(path, input);
  const form = Object.values(rest).some((value) => value instanceof File) ? toFormData(rest) : undefined;
  const limit = AbortSignal.timeout(form ? fileTimeLimitMs : timeLimitMs);
  const until = signal ? AbortSignal.any([signal, limit]) : limit;
  const query = method === 'GET' ? toQueryString(rest) : '';
  const address = `${rates?.rateService ?? '/api/services'}${url}${query}`;
  const headers = { ...deviceHeaders(), ...authorizationHeaders(path, rates) };
  const wasOffline = !navigator.onLine;
  try {
    if (form) return await uploadWithProgress(address, { method, headers, body: form, signal: until }, onProgress);
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
    // A write whose connection broke on the way may have reached the server, also when the browser is offline by now.
    if (method !== 'GET' && !wasOffline) throw new TimeoutError('the line broke', { cause });
    throw new NetworkError('the server cannot be reached', { cause });
  }
}

/** The session token never goes to the rate service. */
function authorizationHeaders(path: string, rates: RateAccess | undefined): Record<string, string> {
  if (rates) return { authorization: rates.rateToken };
  const side = sessionKindOf(path);
  const token = credentials[side];
  return token === undefined ? {} : { [tokenHeaders[side]]: token };
}

/** A proxy in front of the server may answer with something that is not JSON. */
async function parseResponse(response: Response): Promise<ResponseBody> {
  try {
    return (await response.json()) as ResponseBody;
  } catch (cause) {
    if (response.ok) throw new TimeoutError('the answer broke off', { cause });
    return { result: false };
  }
}

export function splitInput(
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

function toFormData(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value instanceof File) form.set(name, value);
    else if (typeof value === 'string') form.set(name, value);
  return form;
}

function toQueryString(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
