import type { contract } from '@larkmere/contract/contract';
import type { RawInput, Reply } from '@larkmere/contract/platform/endpoint';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { refreshLiveQueries } from '../../platform/live/live.ts';

export type MemberOrder = RawInput<typeof contract.memberTransfer.send>;
export type MemberLookup = Reply<typeof contract.memberTransfer.findRecipient>;
export type Recipient = NonNullable<MemberLookup['recipient']>;

export const useFindRecipient = () =>
  useMutation({
    mutationFn: (input: RawInput<typeof contract.memberTransfer.findRecipient>) =>
      call(endpoints.memberTransfer.findRecipient, input),
    meta: { showsOwnError: true },
  });

export const useSendToMember = () =>
  useMutation({
    mutationFn: (order: MemberOrder) => call(endpoints.memberTransfer.send, order),
    onSettled: refreshLiveQueries,
    meta: { showsOwnError: true },
  });
