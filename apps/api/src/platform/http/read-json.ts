import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';

const cleanTexts = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? removeHiddenCharacters(value) : value;

/**
 * Reads the JSON of a partner, without the hidden characters of its texts. A `SyntaxError` quotes the text in its
 * message, which would end in the log.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, cleanTexts);
  } catch {
    throw new Error('the text is no JSON');
  }
}
