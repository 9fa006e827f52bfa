import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { freezeAccount, showFreeze, unfreezeAccount } from './freeze-account.ts';
import { sendHelpMessage, showLastMessage } from './send-message.ts';
import { type SupportDetails, showHelp } from './show-help.ts';

export function helpRoutes(bind: Bind, support: SupportDetails, textKey: Buffer): void {
  bind.verb(contract.help.show, showHelp(support));
  bind.verb(contract.help.sendMessage, sendHelpMessage(textKey));
  bind.verb(contract.help.lastMessage, showLastMessage);
  bind.verb(contract.help.showFreeze, showFreeze);
  bind.verb(contract.help.freeze, freezeAccount);
  bind.verb(contract.help.unfreeze, unfreezeAccount);
}
