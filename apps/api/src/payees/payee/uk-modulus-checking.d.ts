declare module 'uk-modulus-checking' {
  export default class UkModulusChecking {
    constructor(details: { sortCode: string; accountNumber: string });
    sortCode: string;
    accountNumber: string;
    isValid(): boolean;
  }
}
