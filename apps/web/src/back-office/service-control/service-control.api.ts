import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

type Control = typeof contract.serviceControl;
export type Services = Reply<Control['list']>;

const liveMs = 15_000;

export const servicesQuery = queryOptions({
  queryKey: staffKeys.services,
  queryFn: ({ signal }) => call(staffEndpoints.serviceControl.list, {}, { signal }),
  refetchInterval: liveMs,
  meta: { inline: true },
});

function useWrite<Input, Result>(write: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => cache.invalidateQueries({ queryKey: staffKeys.services }),
    meta: { showsOwnError: true },
  }).mutateAsync;
}

export const usePlanEvent = () =>
  useWrite((input: RawInput<Control['create']>) => call(staffEndpoints.serviceControl.create, input));

export type EventStep = Readonly<{
  step: 'end' | 'cancel' | 'approve' | 'refuse';
  id: string;
  note?: string;
  idempotency: string;
}>;

export const useStepEvent = () =>
  useWrite(({ step, id, note = '', idempotency }: EventStep) => {
    if (step === 'end') return call(staffEndpoints.serviceControl.change, { id, idempotency });
    if (step === 'cancel') return call(staffEndpoints.serviceControl.cancel, { id, idempotency });
    if (step === 'approve') return call(staffEndpoints.serviceControl.approve, { id, idempotency });
    return call(staffEndpoints.serviceControl.refuse, { id, note, idempotency });
  });

export const useChangeMatrix = () =>
  useWrite((input: RawInput<Control['changeMatrix']>) => call(staffEndpoints.serviceControl.changeMatrix, input));

export type MatrixDecision = Readonly<{ uid: string; note?: string; idempotency: string }>;

export const useDecideMatrix = () =>
  useWrite(({ uid, note, idempotency }: MatrixDecision) =>
    note === undefined
      ? call(staffEndpoints.serviceControl.approveMatrix, { uid, idempotency })
      : call(staffEndpoints.serviceControl.refuseMatrix, { uid, note, idempotency }),
  );
