declare module 'uk-modulus-checking' {
  export default class UkModulusChecking {
    constructor(details: { sortCode: string; accountNumber: string });
    sortCode: string;
    accountNumber: string;
    /** True also when the table says nothing about the sort code. */
    isValid(): boolean;
  }
}
