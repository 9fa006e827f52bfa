import { contract } from '@larkmere/contract/contract';
import type { LoginFactors } from '../../identity/session/session.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { approveReset, listResetsForStaff, refuseReset } from './decide-reset.ts';
import {
  addPicture,
  cancelByLink,
  cancelReset,
  removePicture,
  requestReset,
  showReset,
  showResetForm,
  submitReset,
} from './request-reset.ts';

export function factorResetRoutes(bind: Bind, factors: Pick<LoginFactors, 'find'>, linkKey: Buffer): void {
  bind.verb(contract.factorReset.request, requestReset(factors, linkKey));
  bind.verb(contract.factorReset.showForm, showResetForm);
  bind.verb(contract.factorReset.addDocument, addPicture);
  bind.verb(contract.factorReset.removeDocument, removePicture);
  bind.verb(contract.factorReset.submit, submitReset);
  bind.verb(contract.factorReset.cancelByLink, cancelByLink);
  bind.verb(contract.factorReset.show, showReset);
  bind.verb(contract.factorReset.cancel, cancelReset);
  bind.verb(contract.factorResetReview.list, listResetsForStaff);
  bind.verb(contract.factorResetReview.approve, approveReset);
  bind.verb(contract.factorResetReview.refuse, refuseReset);
}
