import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const contactRecoveryQuery = queryOptions({
  queryKey: queryKeys.contactRecovery,
  queryFn: ({ signal }) => call(endpoints.contactRecovery.show, {}, { signal }),
  meta: { inline: true },
});

export function useStopContactRecovery() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<typeof contract.contactRecovery.stop>) => call(endpoints.contactRecovery.stop, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.contactRecovery }),
    meta: { showsOwnError: true },
  });
}

export type StopState = 'stopped' | 'ended' | 'confirmed';

export async function stopByLink(token: string): Promise<StopState> {
  let state: StopState = 'ended';
  await withCaptcha(
    async (captcha) => {
      const input = { token, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
      ({ state } = await call(endpoints.contactRecovery.stopByLink, input));
    },
    () => undefined,
  );
  return state;
}

export const confirmContact = (token: string, code: string): Promise<void> =>
  withCaptcha(
    async (captcha) => {
      const secrets = { token, ...(code && { code }), ...(captcha ? { captcha } : {}) };
      await call(endpoints.contactRecovery.confirm, { ...secrets, idempotency: newIdempotencyKey() });
    },
    () => undefined,
  );
