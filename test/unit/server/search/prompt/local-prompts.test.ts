import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/** A prompt, the stories it must find and those it must not, each "title | text". */
type Case = readonly [prompt: string, found: readonly string[], others: readonly string[]];

const german: Case[] = [
  [
    'Welche Firmen haben Insolvenz angemeldet?',
    [
      'Möbelhaus Krenz ist pleite | Der Händler aus Fulda hat am Dienstag beim Amtsgericht einen Antrag gestellt.',
      'Autozulieferer Brandhof meldet Konkurs an | Die 900 Beschäftigten erfuhren es am Morgen.',
      'Reiseveranstalter zahlungsunfähig | Die Kunden der Firma Sonntal bekommen ihr Geld zurück.',
      'Insolvenzverwalter sucht Käufer für Werft | Die Arbeit auf der Werft geht vorerst weiter.',
    ],
    [
      'Möbelhaus Krenz eröffnet Filiale | Der Händler aus Fulda stellt 40 Leute ein.',
      'Brandhof wendet keine Insolvenz an, sagt der Chef | Der Zulieferer schreibt schwarze Zahlen.',
    ],
  ],
  [
    'Stellenabbau in der Autoindustrie',
    [
      'Autokonzern Verio streicht 3000 Stellen | Betroffen sind die Werke in Sachsen.',
      'Entlassungen beim Autobauer Verio | Der Betriebsrat will gegen die Pläne kämpfen.',
    ],
    [
      'Autokonzern Verio stellt neues Modell vor | Der Wagen fährt 600 Kilometer weit.',
      'Bank baut Stellen ab | Das Geldhaus schließt 60 Filialen.',
    ],
  ],
  [
    'Wenn ein Minister zurücktritt',
    [
      'Finanzminister erklärt Rücktritt | Der Politiker nannte gesundheitliche Gründe.',
      'Innenministerin tritt zurück | Sie zog die Folgen aus der Affäre.',
    ],
    ['Innenministerin besucht Bremen | Sie sprach mit der Polizei.'],
  ],
  [
    'Erdbeben in Asien',
    [
      'Beben erschüttert Japan | Die Stärke lag bei 6,2.',
      'Schweres Erdbeben in Indonesien | Viele Häuser stürzten ein.',
    ],
    [
      'Erdbeben in Chile | Die Küste wurde geräumt.',
      'Politisches Klima in Japan | Die Partei sucht einen Chef.',
    ],
  ],
  [
    'Übernahmen europäischer Banken',
    [
      'Spanische Großbank kauft Rivalen | Das Institut aus Madrid zahlt mit Aktien.',
      'Österreichische Bank wird übernommen | Der Käufer kommt aus Mailand.',
    ],
    [
      'Spanische Großbank senkt Gebühren | Kunden sparen zwölf Euro im Jahr.',
      'Brasilianische Brauerei übernommen | Der Käufer kommt aus Mexiko.',
    ],
  ],
];

const french: Case[] = [
  [
    'Quelles entreprises italiennes ont fait faillite ?',
    [
      "Le chausseur italien Belpasso en liquidation | Les 200 salariés de l'atelier attendent leurs lettres.",
      "Faillite d'un fabricant de meubles à Milan | Le groupe, fondé il y a un siècle, n'avait plus de commandes.",
    ],
    [
      'Le chausseur italien Belpasso ouvre un atelier | Deux cents personnes seront embauchées.',
      "Faillite d'un fabricant de meubles au Danemark | Le groupe n'avait plus de commandes.",
    ],
  ],
  [
    'grèves dans les ports',
    [
      'Les dockers débrayent dans le port de Brévans | Aucun conteneur ne sera déchargé avant jeudi.',
      "Appel à la grève dans les ports de l'Atlantique | Les syndicats dénoncent la réforme.",
    ],
    ['Le port de Brévans agrandit son quai | Les travaux dureront deux ans.'],
  ],
  [
    'Quand un ministre démissionne',
    [
      'La ministre de la Santé quitte ses fonctions | Elle était en poste depuis un an.',
      "Démission du ministre de l'Industrie | Son successeur sera nommé lundi.",
    ],
    [
      "Le ministre de l'Industrie visite une usine | Il a promis des aides.",
      'Le ministre dément toute démission | Il reste à son poste.',
    ],
  ],
  [
    'amendes de plus de 10 millions d’euros',
    [
      'Concurrence : amende de 45 millions d’euros pour deux cimentiers | Ils se partageaient les chantiers.',
      'Un opérateur écope d’une amende de 12,5 millions | L’autorité lui reproche des appels abusifs.',
    ],
    [
      'Amende de 300 000 euros pour une clinique | Des dossiers avaient été perdus.',
      'Un port investit 25 millions d’euros | Deux grues seront livrées.',
    ],
  ],
];

const spanish: Case[] = [
  [
    '¿Qué empresas latinoamericanas se han declarado en quiebra?',
    [
      'Aerolínea peruana entra en bancarrota | Los pasajeros del grupo recibirán su dinero.',
      'Quiebra de una cadena de tiendas chilena | Tenía noventa locales en el país.',
    ],
    [
      'Aerolínea peruana abre una ruta | Los vuelos empiezan en abril.',
      'Quiebra de una cadena de tiendas danesa | Tenía noventa locales en el país.',
    ],
  ],
  [
    'Avísame cuando dimita un ministro',
    [
      'Renuncia la ministra de Salud | La política dejará el puesto el lunes.',
      'El ministro de Hacienda presenta su dimisión | El presidente la aceptó por la noche.',
    ],
    [
      'El ministro de Hacienda visita Lugo | Hablará con los alcaldes.',
      'El ministro descarta dimitir | Seguirá hasta el final de la legislatura.',
    ],
  ],
  [
    'subida de aranceles al acero',
    [
      'El gobierno eleva los aranceles del acero | La medida protege a las siderúrgicas.',
      'Aumentan los aranceles sobre el acero importado | Los constructores protestan.',
    ],
    ['El precio del acero se mantiene | Las siderúrgicas esperan pedidos.'],
  ],
];

/** Prompts whose words several languages have, so that another language seems the most probable. */
const ambiguous: Case[] = [
  [
    "İstanbul'da grev",
    ["İstanbul'da tramvay sürücüleri greve gitti", "İstanbul'da itfaiyede grev var"],
    ["İstanbul'da tramvay seferleri arttı", "İzmir'de tramvay sürücüleri greve gitti"],
  ],
  [
    'grev',
    [
      'Tramvay sürücüleri greve gitti ve seferler durdu',
      'Grève des conducteurs de tramway à Nantes',
    ],
    ['Tramvay seferleri arttı ve yolcular memnun oldu'],
  ],
];

function isFound(prompt: string, story: string): boolean {
  const [title = '', text = ''] = story.split(' | ');
  const { ranking_terms } = itemTerms(title, text);
  const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
  return promptRule(readPrompt(prompt))(item) !== undefined;
}

describe.each([
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
  ['an ambiguous language', ambiguous],
])('a prompt in %s', (_, cases) => {
  it.each(cases)('%s', (prompt, found, others) => {
    expect(found.filter((story) => !isFound(prompt, story))).toEqual([]);
    expect(others.filter((story) => isFound(prompt, story))).toEqual([]);
  });
});
