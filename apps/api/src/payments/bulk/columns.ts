const aliases: Readonly<Record<string, string>> = {
  beneficiary: 'name',
  beneficiaryname: 'name',
  payee: 'name',
  payeename: 'name',
  accountname: 'name',
  ccy: 'currency',
  value: 'amount',
  paymentreference: 'reference',
  description: 'reference',
  account: 'accountNumber',
  accountno: 'accountNumber',
  routingnumber: 'abaRouting',
  aba: 'abaRouting',
  swift: 'bic',
  swiftcode: 'bic',
  kind: 'entityType',
  nameontheaccount: 'name',
  promptpay: 'proxy',
  promptpayid: 'proxy',
  bank: 'bankCode',
  debitaccountcurrency: 'debitCurrency',
  paymentdate: 'executionDate',
  date: 'executionDate',
  paydate: 'executionDate',
  requestedexecutiondate: 'executionDate',
  rollnumber: 'secondaryId',
  purposecode: 'purpose',
  purposeofpayment: 'purpose',
  relationshiptopayee: 'relationship',
  funds: 'sourceOfFunds',
  sourceofcash: 'sourceOfFunds',
};

/** Headings of the template, which files must have to be read. */
export const templateColumns = [
  'Name',
  'Entity type',
  'Currency',
  'Amount',
  'Reference',
  'Sort code',
  'Account number',
  'IBAN',
  'BIC',
  'Scheme',
  'Payment date',
  'Bank code',
  'PromptPay',
  'Purpose',
  'Relationship',
  'Source of funds',
] as const;

const columns = [
  'name currency amount reference sortCode accountNumber iban bic bankCode abaRouting accountType country payTo proxy',
  'type entityType email phone bsb ifsc clabe institution transit addressLine1 addressLine2 townName postCode',
  'secondaryId countrySubDivision addressCountry bankName intermediaryBic relationship purpose sourceOfFunds scheme',
  'debitCurrency amountCurrency executionDate',
].flatMap((line) => line.split(' '));

const normaliseHeading = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');
const columnByHeading = new Map([
  ...columns.map((column) => [normaliseHeading(column), column] as const),
  ...Object.entries(aliases),
]);

export const findColumn = (header: string): string | undefined => columnByHeading.get(normaliseHeading(header));

const identifierColumns = [
  'sortCode accountNumber iban bic bankCode abaRouting proxy bsb ifsc clabe institution transit intermediaryBic phone',
].flatMap((line) => line.split(' '));

export const isIdentifierColumn = (name: string | undefined): boolean => identifierColumns.includes(name ?? '');
