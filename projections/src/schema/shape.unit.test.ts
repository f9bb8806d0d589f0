import { describe, expect, it } from '@jest/globals';
import { fitOf, GENERATION_SHAPE, misfitText, READ_MODELS, ShapeDiffers, viewsOf } from './shape.ts';

describe('the shape of read models', () => {
  it.each([
    [4, 4, 'own'],
    [3, 4, 'earlier'],
    [0, 4, 'earlier'],
    [5, 4, 'later'],
  ])('of a live generation of shape %p is to a release of shape %p: %p', (live, own, fit) => {
    expect(fitOf(live, own)).toBe(fit);
    expect(new ShapeDiffers(live, own).fit).toBe(fit);
  });

  it('says what an operator has to know, and nothing where all is well', () => {
    expect(misfitText(4, 4)).toBeUndefined();
    expect(misfitText(3, 4)).toBe(
      "the live read models are of an earlier release (shape 3, this one's is 4): the next ones are being filled from the ledger",
    );
    expect(misfitText(5, 4)).toBe(
      'a later release has put its read models in place (shape 5, this one knows 4): end this process and start that release',
    );
    expect(new ShapeDiffers(5, 4).message).toBe(misfitText(5, 4));
  });

  it('has views of its own', () => {
    expect(viewsOf(4)).not.toBe(viewsOf(5));
    expect(READ_MODELS).toBe(viewsOf(GENERATION_SHAPE));
  });
});
