import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { findMember } from './find-recipient.ts';
import { sendToMember } from './send-to-member.ts';

export function memberTransferRoutes(bind: Bind): void {
  bind.verb(contract.memberTransfer.findRecipient, findMember);
  bind.verb(contract.memberTransfer.send, sendToMember);
}
