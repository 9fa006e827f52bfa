import type { DeviceView } from '@larkmere/contract/identity/device';
import type { Endpoint, RawInput } from '@larkmere/contract/platform/endpoint';
import type { Purpose } from '@larkmere/contract/purpose';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type EndpointRow } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const devicesQuery = queryOptions({
  queryKey: queryKeys.devices,
  queryFn: ({ signal }) => call(endpoints.device.list, {}, { signal }),
});

function useDeviceWrite<E extends Endpoint>(row: EndpointRow<E>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: RawInput<E>) => call(row, input),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.devices }),
    meta: { showsOwnError: true },
  });
}

export const useRenameDevice = () => useDeviceWrite(endpoints.device.rename);
export const useTrustDevice = () => useDeviceWrite(endpoints.device.trust);
export const useStopTrustingDevice = () => useDeviceWrite(endpoints.device.stopTrusting);
export const useConfirmDevice = () => useDeviceWrite(endpoints.device.confirm);
export const useRevokeDevice = () => useDeviceWrite(endpoints.device.revoke);
export const useDisownDevice = () => useDeviceWrite(endpoints.device.disown);

export const trustPurpose = ({ uid }: DeviceView, idempotency: string): Purpose => ({
  operation: 'device.trust',
  uid,
  amount: '0',
  currency: 'GBP',
  paymentIdempotency: idempotency,
});
