import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, credentials, type EndpointRow, splitInput } from './call.ts';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';

const read: EndpointRow = ['GET', '/v1/thing/{id}'];
const write: EndpointRow = ['POST', '/v1/thing'];

function mockResponse(status: number, body: unknown) {
  const fetched = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function mockNetworkFailure(reason: Error, onLine: boolean) {
  vi.stubGlobal('navigator', { userAgent: 'test', onLine });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Promise.reject(reason)),
  );
}

beforeEach(() => {
  credentials.customer = 'half';
  credentials.staff = 'other half';
});

afterEach(() => {
  vi.unstubAllGlobals();
  credentials.onRefused = () => {};
});

it('places path parameters in the URL and returns the rest', () => {
  expect(splitInput('/v1/payee/{uid}/x', { uid: 'a/b', name: 'Ann' })).toEqual({
    url: '/v1/payee/a%2Fb/x',
    rest: { name: 'Ann' },
  });
});

it('sends a read with its query and token, without undefined values', async () => {
  const fetched = mockResponse(200, { result: true, data: 7, message: 'success' });
  await expect(call(read, { id: '9', from: '2026-01-01', to: undefined })).resolves.toBe(7);
  const [url, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(url).toBe('/api/services/v1/thing/9?from=2026-01-01');
  expect(init.headers).toMatchObject({ authorization: 'half', platform: 'web' });
  expect(init.headers).not.toHaveProperty('authorization_manage');
  expect(init.body).toBeUndefined();
});

it('sends only the staff token with staff calls', async () => {
  const fetched = mockResponse(200, { result: true, data: [] });
  await call(['GET', '/v1/manage/dashboard'] as EndpointRow, {});
  const [, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(init.headers).toMatchObject({ authorization_manage: 'other half' });
  expect(init.headers).not.toHaveProperty('authorization');
});

it('sends no request after the session has ended', async () => {
  credentials.customer = undefined;
  const fetched = mockResponse(200, { result: true, data: 7 });
  await expect(call(read, { id: '9' })).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
  await expect(call(['GET', '/v1/login', 1] as EndpointRow, {})).resolves.toBe(7);
  expect(fetched).toHaveBeenCalledOnce();
});

it('sends the mobile device and app version on a phone', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone)', onLine: true });
  const fetched = mockResponse(200, { result: true, data: null });
  await call(write, {});
  const [, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(init.headers).toMatchObject({ device: 'mobile', appversion: '5.0.0' });
});

describe('failures', () => {
  it('a refusal carries its code, field errors and request id', async () => {
    const errors = [{ field: 'reference', code: 'too_long', message: 'At most 18 characters' }];
    mockResponse(400, {
      result: false,
      data: null,
      message: 'No.',
      code: 'reference_invalid',
      errors,
      requestId: 'r1',
    });
    const error = await call(write, {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'reference_invalid', message: 'No.', requestId: 'r1' });
    expect((error as ApiError).fieldMessage('reference')).toBe('At most 18 characters');
  });

  it('a refusal is reported to the session, unless the call is public', async () => {
    const onRefused = vi.fn();
    credentials.onRefused = onRefused;
    mockResponse(401, { result: false, message: 'out', code: 'not_signed_in' });
    await expect(call(write, {})).rejects.toBeInstanceOf(ApiError);
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError), 'customer');
    await expect(call(['POST', '/v1/login', 1] as EndpointRow, {})).rejects.toBeInstanceOf(ApiError);
    expect(onRefused).toHaveBeenCalledOnce();
    await expect(call(['GET', '/v1/manage/dashboard'] as EndpointRow, {})).rejects.toBeInstanceOf(ApiError);
    expect(onRefused).toHaveBeenLastCalledWith(expect.any(ApiError), 'staff');
  });

  it('a gateway response without JSON', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('<html>', { status: 502 })),
    );
    await expect(call(read, { id: '1' })).rejects.toMatchObject({ status: 502, message: '', code: '' });
  });

  it('a read that did not reach the server', async () => {
    mockNetworkFailure(new TypeError('failed'), true);
    await expect(call(read, { id: '1' })).rejects.toBeInstanceOf(NetworkError);
  });

  it('a write while offline was not sent', async () => {
    mockNetworkFailure(new TypeError('failed'), false);
    await expect(call(write, {})).rejects.toBeInstanceOf(NetworkError);
  });

  it('a write that was on its way when the browser went offline has an unknown outcome', async () => {
    vi.stubGlobal('navigator', { userAgent: 'test', onLine: true });
    const goOffline = async () => {
      vi.stubGlobal('navigator', { userAgent: 'test', onLine: false });
      throw new TypeError('failed');
    };
    vi.stubGlobal('fetch', vi.fn(goOffline));
    await expect(call(write, {})).rejects.toBeInstanceOf(TimeoutError);
  });

  it('a write with a broken connection has an unknown outcome', async () => {
    mockNetworkFailure(new TypeError('failed'), true);
    await expect(call(write, {})).rejects.toBeInstanceOf(TimeoutError);
  });
});
