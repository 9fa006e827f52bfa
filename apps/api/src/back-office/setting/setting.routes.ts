import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  approveSetting,
  listPayMore,
  previewSetting,
  proposeSetting,
  refuseSetting,
  rollBackSetting,
  showSetting,
  splitSetting,
  withdrawSetting,
} from './change-settings.ts';

export function settingRoutes(bind: Bind): void {
  const calls = contract.setting;
  bind.verb(calls.showAutofx, showSetting('autofx'));
  bind.verb(calls.proposeAutofx, proposeSetting('autofx'));
  bind.verb(calls.showSwiftpayment, showSetting('swiftpayment'));
  bind.verb(calls.proposeSwiftpayment, proposeSetting('swiftpayment'));
  bind.verb(calls.showRateOfftime, showSetting('rate-offtime'));
  bind.verb(calls.proposeRateOfftime, proposeSetting('rate-offtime'));
  bind.verb(calls.showMarketing, showSetting('setting-marketing'));
  bind.verb(calls.proposeMarketing, proposeSetting('setting-marketing'));
  bind.verb(calls.showPairs, showSetting('cab-pair-currencies'));
  bind.verb(calls.proposePairs, proposeSetting('cab-pair-currencies'));
  bind.verb(calls.showRules, showSetting('rules'));
  bind.verb(calls.proposeRules, proposeSetting('rules'));
  bind.verb(calls.preview, previewSetting);
  bind.verb(calls.listPayMore, listPayMore);
  bind.verb(calls.split, splitSetting);
  bind.verb(calls.approve, approveSetting);
  bind.verb(calls.refuse, refuseSetting);
  bind.verb(calls.withdraw, withdrawSetting);
  bind.verb(calls.rollBack, rollBackSetting);
}
