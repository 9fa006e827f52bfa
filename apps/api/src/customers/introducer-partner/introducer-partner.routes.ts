import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  approvePartnerRule,
  callOffPartnerRule,
  proposePartnerRule,
  refusePartnerRule,
  withdrawPartnerRule,
} from './change-rule.ts';
import { downloadStatement } from './download-statement.ts';
import { showPartner, showPartnerFile } from './show-partner.ts';

export function introducerPartnerRoutes(bind: Bind): void {
  bind.verb(contract.introducerPartner.show, showPartner);
  bind.workflow(contract.introducerPartner.download, downloadStatement);
  bind.verb(contract.partnerRule.show, showPartnerFile);
  bind.verb(contract.partnerRule.propose, proposePartnerRule);
  bind.verb(contract.partnerRule.approve, approvePartnerRule);
  bind.verb(contract.partnerRule.refuse, refusePartnerRule);
  bind.verb(contract.partnerRule.withdraw, withdrawPartnerRule);
  bind.verb(contract.partnerRule.callOff, callOffPartnerRule);
}
