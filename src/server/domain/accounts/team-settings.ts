import type { AccountRecord, NamedMember, OwnTeam } from '../../store/store.ts';
import type { Context } from '../context.ts';

/** A team of the account, with the number of its members. */
export interface CountedTeam extends OwnTeam {
  members: number;
}

/** The teams of an account, for the settings pages. */
export function teamSettings({ store: { teams } }: Pick<Context, 'store'>) {
  return {
    /** In the order of their names. */
    async teams({ id }: AccountRecord): Promise<OwnTeam[]> {
      const own = await teams.ofAccount(id);
      return own.toSorted((one, other) => one.name.localeCompare(other.name));
    },

    /** Adds the numbers of members. Leaves out teams that were deleted, or lost all members. */
    async withMembers(own: readonly OwnTeam[]): Promise<CountedTeam[]> {
      const counts = await teams.countMembers(own.map(({ id }) => id));
      return own.flatMap((team) => {
        const members = counts.get(team.id);
        return members === undefined ? [] : [{ ...team, members }];
      });
    },

    /** A part of the members of a team of the account, in the order of their account ids. */
    teamMembers: (
      { id }: OwnTeam,
      part: { offset: number; limit: number },
    ): Promise<NamedMember[]> => teams.members(id, part),
  };
}
