import { expect, it } from 'vitest';
import { withoutPath } from './proxy-log.ts';

it('names no path of a call that the proxy could not pass on', () => {
  const line = 'http proxy error: /api/services/v1/resetpassword/Zk3_9-aBc?token=x%20y\nError: connect ECONNREFUSED';
  expect(withoutPath(line)).toBe('http proxy error:\nError: connect ECONNREFUSED');
});
