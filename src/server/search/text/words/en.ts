import { languageWords } from './language-words.ts';

export const english = languageWords({
  functionWords: `
    a about above after again against all also although am among an and another any anybody anyone
    anything are arent around as at be because been before being below between both but by can cannot
    cant could couldnt did didnt do does doesnt doing dont down during each either else etc ever every
    everything few for from further had has have having he her here hers herself him himself his how
    however i if im in into is isnt it its itself ive just latest lets many me more most much must my
    myself neither no nor not of off often on once only onto or other others our ours out over own per
    please rather re recent recently regarding concerning same she should since so some somebody
    someone something anywhere everywhere somewhere nowhere soon still such than that the their theirs them themselves then there these they
    this those though through to too toward towards under until up upon very via vs want was wasnt we
    were what whatever when whenever where whether which while who whom whose why will with within
    without wont would wouldnt yet you your yours happen happens happened happening
  `,
  commandVerbs: `
    tell notify inform alert warn show find track monitor give send let watch follow report update
    search look check keep get list email ping remind know see hear like need interested posted
  `,
  newsWords: `
    news story stories article articles headline headlines coverage update updates development
    developments information report reports item items
  `,
  conditions: 'when, whenever, if, once, as soon as, each time, every time, in case',
  and: 'and, as well as, along with',
  or: 'or',
});
