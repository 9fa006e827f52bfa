import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { decideApplication, decideKycItem, withdrawDecision } from './decide-application.ts';
import { addKycDocument, listKycDocuments, removeKycDocument, saveKycItem } from './edit-item.ts';
import { addFirmPerson, editFirmPerson, inviteFirmPerson, removeFirmPerson } from './firm-people.ts';
import { sendMemberCheckLink, showMemberCheck } from './member-check.ts';
import {
  addPersonDocument,
  removePersonDocument,
  savePersonItem,
  showPersonForm,
  submitPersonForm,
} from './person-form.ts';
import { askMemberAgain, confirmMember, listMemberChecks } from './review-member-check.ts';
import { openKycDocument, showKycCase, showKycQueue } from './show-case.ts';
import { showKycForm, showKycState } from './show-kyc-state.ts';
import { submitKyc } from './submit-kyc.ts';
import { receiveVendorEvent } from './submit-vendor-check.ts';

export function kycRoutes(bind: Bind, linkKey: Buffer): void {
  bind.verb(contract.kyc.kycState, showKycState);
  bind.verb(contract.kyc.form, showKycForm);
  bind.verb(contract.kyc.saveItem, saveKycItem);
  bind.verb(contract.kyc.addDocument, addKycDocument);
  bind.verb(contract.kyc.listDocuments, listKycDocuments);
  bind.verb(contract.kyc.removeDocument, removeKycDocument);
  bind.verb(contract.kyc.addPerson, addFirmPerson);
  bind.verb(contract.kyc.editPerson, editFirmPerson);
  bind.verb(contract.kyc.removePerson, removeFirmPerson);
  bind.verb(contract.kyc.invitePerson, inviteFirmPerson);
  bind.verb(contract.kyc.submit, submitKyc);
  bind.verb(contract.kyc.receiveEvent, receiveVendorEvent);
  bind.verb(contract.kycPerson.show, showPersonForm(linkKey));
  bind.verb(contract.kycPerson.saveItem, savePersonItem(linkKey));
  bind.verb(contract.kycPerson.addDocument, addPersonDocument(linkKey));
  bind.verb(contract.kycPerson.removeDocument, removePersonDocument(linkKey));
  bind.verb(contract.kycPerson.submit, submitPersonForm(linkKey));
  bind.verb(contract.memberCheck.show, showMemberCheck(linkKey));
  bind.verb(contract.memberCheck.sendLink, sendMemberCheckLink);
  bind.verb(contract.memberCheckReview.list, listMemberChecks);
  bind.verb(contract.memberCheckReview.confirm, confirmMember);
  bind.verb(contract.memberCheckReview.askAgain, askMemberAgain);
  bind.verb(contract.kycReview.workQueue, showKycQueue);
  bind.verb(contract.kycReview.show, showKycCase);
  bind.verb(contract.kycReview.decideItem, decideKycItem);
  bind.verb(contract.kycReview.decide, decideApplication);
  bind.verb(contract.kycReview.withdrawDecision, withdrawDecision);
  bind.workflow(contract.kycReview.downloadDocument, openKycDocument);
}
