import { describe, expect, it } from 'vitest';
import { withSearch } from './recent-searches.ts';

describe('recent searches', () => {
  it('puts the newest first and keeps each once', () => {
    expect(withSearch(['rent', 'Greta'], 'greta ')).toEqual(['greta', 'rent']);
  });

  it('keeps five', () => {
    expect(withSearch(['a1', 'b1', 'c1', 'd1', 'e1'], 'f1')).toEqual(['f1', 'a1', 'b1', 'c1', 'd1']);
  });

  it('leaves out what is too short to find anything', () => {
    expect(withSearch(['rent'], ' g ')).toEqual(['rent']);
  });
});
