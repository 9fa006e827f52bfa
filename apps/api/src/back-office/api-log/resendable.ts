/**
 * The deliveries whose call may be repeated, because the partner knows it by its first ids and answers the same. Those
 * that may move money take two people.
 */
export const resendable: Readonly<Record<string, Readonly<{ movesMoney: boolean }>>> = {
  'dispatch-payment': { movesMoney: true },
  'deliver-recall': { movesMoney: true },
  'execute-cover': { movesMoney: true },
  'open-accounts': { movesMoney: false },
  'submit-identity-check': { movesMoney: false },
  'delete-card-at-processor': { movesMoney: false },
};
