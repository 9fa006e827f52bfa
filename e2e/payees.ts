export const known = {
  somchai: {
    type: 'gbp',
    currency: 'GBP',
    name: 'Somchai Prasert',
    entityType: 'individual',
    details: { sortCode: '202959', accountNumber: '63748472' },
  },
  ruth: {
    type: 'gbp',
    currency: 'GBP',
    name: "Ruth O'Donnell",
    entityType: 'individual',
    details: { sortCode: '772798', accountNumber: '99345694' },
  },
  greta: {
    type: 'eur',
    currency: 'EUR',
    name: 'Greta Lindqvist',
    entityType: 'individual',
    details: { country: 'DE', iban: 'DE89370400440532013000' },
  },
} as const;

export const berlin = {
  type: 'swt',
  currency: 'EUR',
  name: 'Berliner Werk',
  entityType: 'company',
  details: {
    country: 'DE',
    bic: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
    addressLine1: 'Torstrasse 7',
    postCode: '10119',
    townName: 'Berlin',
    addressCountry: 'DE',
  },
} as const;

export const abroad = {
  berlin,
  columbus: {
    type: 'usd',
    currency: 'USD',
    name: 'Columbus Supply Co',
    entityType: 'company',
    details: {
      abaRouting: '021000021',
      accountNumber: '123456789',
      accountType: 'checking',
      addressLine1: '7 Elm Street',
      postCode: '43004',
      townName: 'Columbus',
      countrySubDivision: 'Ohio',
      addressCountry: 'US',
    },
  },
  sydney: {
    type: 'localatw',
    currency: 'AUD',
    name: 'Sydney Rentals',
    entityType: 'company',
    details: {
      bsb: '062000',
      accountNumber: '12345678',
      addressLine1: '4 Long Street',
      postCode: '2000',
      townName: 'Sydney',
      countrySubDivision: 'New South Wales',
      addressCountry: 'AU',
    },
  },
  bangkok: {
    type: 'thb',
    currency: 'THB',
    name: 'Baan Rim Nam Co',
    entityType: 'company',
    details: { payTo: 'account', bankCode: '014', accountNumber: '4123456789' },
  },
  tokyo: {
    type: 'swiftatw',
    currency: 'USD',
    name: 'Sumida Trading KK',
    entityType: 'company',
    details: {
      country: 'JP',
      bic: 'BOTKJPJT',
      accountNumber: '1234567',
      addressLine1: 'Kudan-minami 2-1',
      townName: 'Tokyo',
      addressCountry: 'JP',
    },
  },
} as const;
