import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';

type Example = Extract<MessageCode, `kyc_example_${string}`>;

const examples: Readonly<Partial<Record<KycItemKey, readonly Example[]>>> = {
  identity_document: ['kyc_example_passport', 'kyc_example_identity_card', 'kyc_example_driving_licence'],
  selfie: ['kyc_example_selfie'],
  proof_of_address: ['kyc_example_bill', 'kyc_example_bank_letter', 'kyc_example_house_registration'],
  source_of_funds: ['kyc_example_payslip', 'kyc_example_bank_letter'],
  company: ['kyc_example_certificate', 'kyc_example_company_extract'],
  people: ['kyc_example_shareholders'],
  board_authority: ['kyc_example_resolution'],
};
const firmFunds: readonly Example[] = ['kyc_example_accounts', 'kyc_example_statements'];

/** What can be sent for an item, as the customer reads it. */
export const exampleTexts = (level: string, key: KycItemKey): string[] =>
  (level === 'business' && key === 'source_of_funds' ? firmFunds : (examples[key] ?? [])).map((code) =>
    defaultText(code),
  );
