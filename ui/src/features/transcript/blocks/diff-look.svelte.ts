/** How this window shows diffs: a choice for all of them. */
class DiffLook {
  split = $state(false);
}

export const diffLook = new DiffLook();
