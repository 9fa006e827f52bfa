import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { decideAgreement, downloadTerms, showTerms } from './terms.ts';

export function agreementRoutes(bind: Bind): void {
  bind.verb(contract.agreement.showTerms, showTerms);
  bind.workflow(contract.agreement.downloadTerms, downloadTerms);
  bind.verb(contract.agreement.decide, decideAgreement);
}
