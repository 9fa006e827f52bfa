import type { SettingDocument } from '@larkmere/contract/back-office/setting';
import type { SettingName } from '@larkmere/contract/back-office/setting-sheets';
import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { staffEndpoints } from '../../platform/http/staff-endpoints.ts';
import { staffKeys } from '../parts/parts.ts';

const calls = {
  autofx: { show: staffEndpoints.setting.showAutofx, propose: staffEndpoints.setting.proposeAutofx },
  swiftpayment: { show: staffEndpoints.setting.showSwiftpayment, propose: staffEndpoints.setting.proposeSwiftpayment },
  'rate-offtime': { show: staffEndpoints.setting.showRateOfftime, propose: staffEndpoints.setting.proposeRateOfftime },
  'setting-marketing': { show: staffEndpoints.setting.showMarketing, propose: staffEndpoints.setting.proposeMarketing },
  'cab-pair-currencies': { show: staffEndpoints.setting.showPairs, propose: staffEndpoints.setting.proposePairs },
  rules: { show: staffEndpoints.setting.showRules, propose: staffEndpoints.setting.proposeRules },
} as const;

export const settingQuery = (setting: SettingName) =>
  queryOptions({
    queryKey: staffKeys.setting(setting),
    queryFn: ({ signal }): Promise<SettingDocument> => call(calls[setting].show, {}, { signal }),
    meta: { inline: true },
  });

export type Preview = Pick<RawInput<typeof contract.setting.preview>, 'data' | 'change'>;

/** Computed by the price functions of the server. A refusal names the cells. */
export const effectQuery = (setting: SettingName, version: number, input: Preview) =>
  queryOptions({
    queryKey: staffKeys.settingEffect(setting, version, input),
    queryFn: ({ signal }) => call(staffEndpoints.setting.preview, { setting, ...input }, { signal }),
    retry: false,
    meta: { inline: true },
  });

type PayMore = Preview & Readonly<{ page: number; size: number }>;

export const payMoreQuery = (setting: SettingName, version: number, input: PayMore) =>
  queryOptions({
    queryKey: staffKeys.settingPayMore(setting, version, input),
    queryFn: ({ signal }) => call(staffEndpoints.setting.listPayMore, { setting, ...input }, { signal }),
    retry: false,
    meta: { inline: true },
  });

export type SettingSplit = Omit<RawInput<typeof contract.setting.split>, 'setting'>;

export const useSplitSetting = (setting: SettingName) =>
  useReloading(setting, (input: SettingSplit) => call(staffEndpoints.setting.split, { setting, ...input }));

export type SettingProposal = RawInput<typeof contract.setting.proposePairs>;

function useReloading<Input, Reply>(setting: SettingName, write: (input: Input) => Promise<Reply>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => cache.invalidateQueries({ queryKey: staffKeys.setting(setting), exact: true }),
    meta: { showsOwnError: true },
  });
}

export const useProposeSetting = (setting: SettingName) =>
  useReloading(setting, (input: SettingProposal) => call(calls[setting].propose, input));

export type SettingDecision = Readonly<{
  verb: 'approve' | 'refuse' | 'withdraw' | 'rollBack';
  uid: string;
  text: string;
  /** Of the change that rolls back. */
  change: string;
  idempotency: string;
}>;

export const useDecideSetting = (setting: SettingName) =>
  useReloading(setting, ({ verb, uid, text, change, idempotency }: SettingDecision) => {
    const of = { setting, uid, idempotency };
    if (verb === 'refuse') return call(staffEndpoints.setting.refuse, { ...of, note: text });
    if (verb === 'rollBack') return call(staffEndpoints.setting.rollBack, { ...of, change, reason: text });
    return call(verb === 'approve' ? staffEndpoints.setting.approve : staffEndpoints.setting.withdraw, of);
  });
