import { z } from 'zod';

const invisible = /[\p{Cf}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;
const control = /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Arabic number signs are format characters that everybody sees. */
const visibleFormat = /[\u0600-\u0605\u06dd\u070f\u08e2]/u;

/** Scripts in which a joiner decides how letters look. Thai needs none. */
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

function isNeeded(sign: string, before: string | undefined, after: string | undefined): boolean {
  if (visibleFormat.test(sign)) return true;
  if (before === undefined || after === undefined || invisible.test(before) || invisible.test(after)) return false;
  if (sign === '\u200d' && pictograph.test(before) && /\p{Extended_Pictographic}/u.test(after)) return true;
  return (sign === '\u200c' || sign === '\u200d') && joiningLetter.test(before) && joiningLetter.test(after);
}

/**
 * Removes what nobody sees and what turns the direction of a text: bidirectional, zero-width, tag and control
 * characters. Line breaks and tabs stay, and joiners where a script or an emoji needs them.
 */
export function removeHiddenCharacters(text: string): string {
  const visible = text.replace(control, ' ');
  if (!invisible.test(visible)) return visible;
  const signs = Array.from(visible);
  return signs
    .filter((sign, place) => !invisible.test(sign) || isNeeded(sign, signs[place - 1], signs[place + 1]))
    .join('');
}

/** The door for names, references, messages and notes of people. */
export const freeText = (): z.ZodString => z.string().overwrite(removeHiddenCharacters).trim();
