import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { addPayee } from './add-payee.ts';
import { type AskName, checkName } from './check-name.ts';
import { releasePayee, stopPayee } from './decide-payee.ts';
import { editPayee } from './edit-payee.ts';
import { listPayees } from './list-payees.ts';
import { listUsableEur } from './list-usable-eur.ts';
import { listUsableGbp } from './list-usable-gbp.ts';
import { listUsableSwt } from './list-usable-swt.ts';
import { listWaiting } from './list-waiting.ts';
import { removePayee } from './remove-payee.ts';
import { setNamePolicy, showNamePolicy } from './set-name-policy.ts';
import { showRequirements } from './show-requirements.ts';
import { starPayee } from './star-payee.ts';
import { viewPayee } from './view-payee.ts';

export function payeeRoutes(bind: Bind, deps: Readonly<{ checkName: AskName }>): void {
  bind.verb(contract.payee.list, listPayees);
  bind.verb(contract.payee.requirements, showRequirements);
  bind.verb(contract.payee.view, viewPayee);
  bind.verb(contract.payee.add, addPayee);
  bind.verb(contract.payee.edit, editPayee);
  bind.verb(contract.payee.star, starPayee);
  bind.verb(contract.payee.remove, removePayee);
  bind.verb(contract.payee.namePolicy, showNamePolicy);
  bind.verb(contract.payee.setNamePolicy, setNamePolicy);
  bind.procedure(contract.payee.checkName, checkName(deps.checkName));
  bind.verb(contract.payee.usableGbp, listUsableGbp);
  bind.verb(contract.payee.usableEur, listUsableEur);
  bind.verb(contract.payee.usableSwt, listUsableSwt);
  bind.verb(contract.payeeReview.list, listWaiting);
  bind.verb(contract.payeeReview.release, releasePayee);
  bind.verb(contract.payeeReview.stop, stopPayee);
}
