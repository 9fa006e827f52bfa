/** Normalised: no spaces or hyphens, capital letters. */
export type RailAccount = Readonly<
  | { kind: 'uk'; sortCode: string; accountNumber: string; rollNumber?: string }
  | { kind: 'iban'; iban: string; bic?: string; throughBic?: string }
  | { kind: 'thai'; bankCode: string; accountNumber: string }
  | { kind: 'promptpay'; proxyType: 'mobile' | 'national_id' | 'tax_id' | 'ewallet'; proxyId: string }
  | { kind: 'us'; aba: string; accountNumber: string; accountType?: 'checking' | 'savings' }
  | { kind: 'clearing'; system: string; bankCode: string; accountNumber: string }
  | { kind: 'clabe'; accountNumber: string }
  | { kind: 'other'; bic: string; accountNumber: string; throughBic?: string }
>;

/** Structured, because cross-border rails refuse free-text addresses. `country`: ISO 3166 alpha-2. */
export type RailAddress = Readonly<{
  street?: string;
  buildingNumber?: string;
  room?: string;
  postCode?: string;
  town: string;
  subDivision?: string;
  country: string;
}>;
