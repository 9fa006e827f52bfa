import type { NewBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import type { NewWallet } from '../../apps/api/src/accounts/wallet/wallet.ts';

export type NewHoldings = Readonly<{
  accounts?: readonly Omit<NewBankAccount, 'customerId' | 'holder' | 'openedAt'>[];
  wallets?: readonly Omit<NewWallet, 'customerId' | 'openedAt'>[];
}>;

const sortCode = '040621';
const bic = 'LARKGB2L';

/** Fictitious numbers with valid check digits. */
export const holdings: Readonly<Record<string, NewHoldings>> = {
  anong: {
    accounts: [
      {
        currency: 'GBP',
        bankholderId: '104882',
        cardholderId: '7004882',
        sortCode,
        accountNumber: '41728849',
      },
      { currency: 'EUR', bankholderId: '104883', cardholderId: '7004883', iban: 'GB17LARK04062141728856', bic },
      {
        currency: 'THB',
        bankholderId: '104884',
        cardholderId: '7004884',
        iban: 'GB76LARK04062141728861',
        bic,
        correspondent: 'SANDTHBK',
      },
    ],
  },
  owen: {
    accounts: [
      {
        currency: 'GBP',
        bankholderId: '118340',
        cardholderId: '7018340',
        sortCode,
        accountNumber: '50917206',
        iban: 'GB21LARK04062150917206',
        bic,
      },
      {
        currency: 'EUR',
        bankholderId: '118341',
        cardholderId: '7018341',
        vendorType: 'ifx',
        iban: 'GB80LARK04062150917211',
        bic,
        correspondent: 'SANDDEFF',
        sepaReference: 'LM50917',
      },
      {
        currency: 'USD',
        bankholderId: '118342',
        cardholderId: '7018342',
        iban: 'GB57LARK04062150917237',
        bic,
        correspondent: 'SANDUS33',
      },
    ],
  },
  dara: {
    accounts: [
      { currency: 'GBP', bankholderId: '120915', cardholderId: '7020915', sortCode, accountNumber: '52088413' },
      { currency: 'EUR', bankholderId: '120916', cardholderId: '7020916', iban: 'GB52LARK04062152088408', bic },
    ],
  },
  boon: {
    wallets: [
      { currency: 'GBP', bankholderId: '206110', name: 'British pound' },
      { currency: 'EUR', bankholderId: '206111', name: 'Euro' },
      { currency: 'THB', bankholderId: '206112', name: 'Thai baht' },
    ],
  },
};
