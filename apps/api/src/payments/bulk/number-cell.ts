const maxDigits = 15;

/** A number of a spreadsheet cell, which keeps 15 digits and no leading zeros. */
export class NumberCell {
  readonly #text: string;

  /** Throws for a text that is no number. */
  constructor(text: string) {
    if (!Number.isFinite(Number(text)) || text.trim() === '') throw new Error(`“${text}” is no number`);
    this.#text = text.trim();
  }

  /** As the spreadsheet displays it. */
  get displayed(): string {
    return `${Number(Number(this.#text).toPrecision(maxDigits))}`;
  }

  /** The whole number, with `n.0` as n; in scientific notation, which no identifier is, if digits can be missing. */
  get exact(): string {
    const [, whole = '', fraction = '', power = '0'] = /^(\d+)(?:\.(\d*))?(?:e\+?(\d+))?$/i.exec(this.#text) ?? [];
    const digits = fraction.replace(/0+$/, '').length;
    const isShort = Number(power) > fraction.length;
    if (whole === '' || digits > Number(power)) return this.#text;
    const number = `${Number(this.#text)}`;
    return isShort || number.length > maxDigits ? Number(this.#text).toExponential() : number;
  }
}
