import type { LanguageLexicon } from './language-lexicon.ts';

export const frenchLexicon: LanguageLexicon = {
  events: `
racheter, rachat, rachète, rachetée, acquérir, acquisition, acquiert, acquis, reprise, reprendre, OPA, achat, acheter, achète; passe sous le contrôle, prend le contrôle, repris, met la main, s'offre, s'empare, contrôle, passer sous contrôle
fusion, fusionner, rapprochement; mariage, se marient
participation, entrer au capital, part du capital; monte au capital, prend, actionnaire, entre au capital
vendre, vente, céder, cession, cède, vend; se sépare, vendu, cédé
faillite, dépôt de bilan, redressement judiciaire, liquidation, banqueroute, cessation de paiements, insolvable, insolvabilité; dépose le bilan, déposé le bilan, liquidée, procédure de sauvegarde
avertissement sur résultats; abaisse ses prévisions, prévisions
licenciement, licencier, suppression de postes, suppressions de postes, suppression d'emplois, supprimer des postes, plan social, licencie, supprimer des emplois; supprime, postes supprimés, emplois supprimés, départs volontaires, plan de départs, suppressions d'emplois
grève, débrayage, mouvement social, arrêt de travail; grévistes, préavis de grève, cessent le travail, débrayent, débrayer, paralyse
rappel, rappeler, rappelle, rappelés; retire de la vente, retrait, retirés du marché
plainte, procès, poursuivre en justice, porter plainte, recours collectif, action en justice, assigner; poursuit, attaque en justice, assigné, tribunal, poursuites, assigne
amende, sanction financière, pénalité, sanctionner; écope, condamnée à payer, sanction, sanctionné, sanctionne, inflige, amendes
sanction, embargo, sanctions; gel des avoirs, mesures de rétorsion
augmenter, augmentation, hausse, relever, relèvement, relève, hausser, croissance; grimpe, grimpent, bondit, progresse, progressent, monte, remonte, bond
baisser, baisse, réduire, réduction, abaisser, diminuer, diminution, chute, chuter, recul, reculer, réduit; coupe, ampute, recule, tombe, divise, plonge, abaisse
démission, démissionner, démissionne, quitter ses fonctions, départ, quitte; part, évincé, limogé, limogeage, rend son tablier, jette l'éponge
nommer, nomination, nommé, désigner, nommée, désignation; prend la tête, succède, succéder, devient, nouveau patron, nouvelle directrice
accident, collision, déraillement, dérailler, crash; déraille, percute, s'écrase, heurte, naufrage
fermer, fermeture, ferme, fermée; cessation d'activité, cesse, ferment, baisse le rideau, arrêt définitif
arrêt, arrêter, mise à l'arrêt, arrêté; stoppé, débranché, à l'arrêt, coupé, suspend, suspension
autoriser, autorisation, approuver, approbation, feu vert, homologation, autorise; valide, validé, homologué, accorde, donne son accord, agrément
rejeter, rejet, refuser, refus, rejette; repousse, déboute, oppose, veto, bloque
interdire, interdiction, interdit, bannir; prohibe, bannit
condamner, condamnation, condamné, jugement, verdict; peine, prison, coupable, tribunal
mise en examen, mis en examen, inculper, inculpation, mise en cause; inculpé, mis en cause, poursuivi
arrestation, arrêté, interpellation, interpellé, garde à vue; interpelle, écroué
enquête, perquisition, enquêter; perquisitionné, soupçons, parquet
élection, élections, scrutin, vote, présidentielle, législatives, municipales; électeurs, urnes, référendum, élu
tempête, ouragan, cyclone, typhon, tornade; bourrasques, intempéries, orages
séisme, tremblement de terre, secousse; magnitude, tremble
inondation, inondations, crue, crues; inonde, inondé, submergé
incendie, feu, feux, incendies; flammes, brûle, brûlés, sinistre, brûlé
incendie de forêt, incendies de forêt, feu de forêt, feux de forêt; incendie, feu, maquis, pinède, incendie de la forêt
explosion, exploser, explose; détonation, souffle
attentat, attaque, fusillade, attaquer; explosion, assaut
contrat, commande, marché; remporte, décroche, commandé, appel d'offres
accord, traité, pacte; signe, signé, entente
lancer, lancement, lance, commercialiser; dévoile, présente, commercialise, sortie
introduction en Bourse, entrée en Bourse; entre en Bourse, débuts en Bourse
cyberattaque, piratage, fuite de données, rançongiciel, pirater; piraté, pirates, hackers, données volées
panne d'électricité, coupure de courant, panne; privés d'électricité, sans électricité, privés de courant
corruption, pot-de-vin, pots-de-vin; corrompu, soudoyer
`,
  things: `
dividende; coupon, rémunération des actionnaires, distribuer
bénéfice, profit, bénéfices, résultat net; gagne, gagné, excédent
perte, pertes, déficit, perd; dans le rouge
droits de douane, tarif douanier, taxe douanière, tarifs douaniers; surtaxe, taxes, douane
taux directeur, taux directeurs, taux d'intérêt; taux, points de base
banque centrale; BCE, Fed, banquiers centraux
patron, PDG, directeur général, dirigeant, président-directeur général, directrice générale; dirigeante, patronne, DG
ministre, Premier ministre, ministres; gouvernement, secrétaire d'État
inflation, hausse des prix; prix à la consommation
chômage, chômeurs; demandeurs d'emploi
médicament, médicaments; traitement, vaccin, molécule
usine, fabrique; site, sites, atelier, production, chaîne
centrale nucléaire, réacteur, réacteur nucléaire; EPR, centrale
banque, banques, établissement bancaire; caisse d'épargne
assureur, assurance; mutuelle, assureurs
compagnie aérienne, transporteur aérien; compagnie, Air France
cheminots, SNCF, rail; train, trains, ferroviaire, TGV
enseignants, professeurs, profs; école, enseignement
constructeur automobile, constructeurs automobiles, automobile; voitures, constructeur
maire, maires; édile
`,
  countries: `
FR français, française; Paris, Lyon, Marseille, Toulouse, Lille, Bordeaux
BE belge; Bruxelles, Anvers, Liège
CH suisse, helvétique; Genève, Zurich, Lausanne, Berne
LU luxembourgeois
DE allemand, allemande; Berlin, Munich, Francfort, Hambourg
GB britannique, anglais, Angleterre, Grande-Bretagne; Londres, Écosse
IE irlandais; Dublin
IT italien, italienne; Rome, Milan, Turin
ES espagnol, espagnole; Madrid, Barcelone
PT portugais, portugaise; Lisbonne, Porto
NL néerlandais, hollandais, Hollande; Amsterdam, La Haye
AT autrichien, autrichienne; Vienne
PL polonais, polonaise; Varsovie
CZ tchèque; Prague
SK slovaque
HU hongrois, hongroise; Budapest
RO roumain, roumaine; Bucarest
BG bulgare; Sofia
GR grec, grecque; Athènes
HR croate
RS serbe; Belgrade
DK danois, danoise; Copenhague
SE suédois, suédoise; Stockholm
NO norvégien, norvégienne; Oslo
FI finlandais, finlandaise; Helsinki
EE estonien
LV letton
LT lituanien
UA ukrainien, ukrainienne; Kiev
RU russe; Moscou, Kremlin
TR turc, turque; Ankara, Istanbul
US américain, américaine, États-Unis, USA; Washington, New York
CA canadien, canadienne, Québec, québécois; Ottawa, Montréal
MX mexicain, mexicaine; Mexico
BR brésilien, brésilienne; Brasilia
AR argentin, argentine; Buenos Aires
CL chilien
CO colombien; Bogota
PE péruvien
VE vénézuélien
CN chinois, chinoise; Pékin, Shanghai
JP japonais, japonaise, nippon; Tokyo
KR sud-coréen, coréen; Séoul
KP nord-coréen; Pyongyang
TW taïwanais
IN indien, indienne; Delhi
PK pakistanais
ID indonésien
TH thaïlandais
VN vietnamien
AU australien; Sydney
IL israélien; Tel-Aviv
LB libanais; Beyrouth
IR iranien; Téhéran
IQ irakien; Bagdad
SA saoudien; Riyad
AE émirati; Dubaï
EG égyptien; Le Caire
MA marocain, marocaine; Rabat, Casablanca
DZ algérien, algérienne; Alger
TN tunisien, tunisienne; Tunis
LY libyen
ZA sud-africain; Johannesburg
NG nigérian, nigériane; Lagos
KE kényan, kényane, kenyan; Nairobi
GH ghanéen, ghanéenne; Accra
SN sénégalais, sénégalaise; Dakar
CI ivoirien, ivoirienne; Abidjan
CM camerounais, camerounaise; Douala, Yaoundé
ML malien, malienne; Bamako
BF burkinabé, burkinabè; Ouagadougou
NE nigérien; Niamey
BJ béninois; Cotonou
TG togolais; Lomé
GA gabonais; Libreville
CD congolais; Kinshasa
CG congolais; Brazzaville
GN guinéen; Conakry
RW rwandais; Kigali
ET éthiopien
MG malgache
TD tchadien
MR mauritanien
AO angolais
`,
  regions: `
Europe, européen, européenne: europe
Europe de l'Est, Europe centrale: easternEurope
Scandinavie, scandinave, nordique: nordic
pays baltes, balte: baltic
Asie, asiatique: asia
Asie du Sud-Est: southeastAsia
Afrique, africain, africaine: africa
Afrique du Nord, Maghreb, maghrébin: northAfrica
Amérique latine, latino-américain: latinAmerica
Amérique du Sud, sud-américain: southAmerica
Amérique centrale: centralAmerica
Amérique du Nord, nord-américain: northAmerica
Moyen-Orient, Proche-Orient: middleEast
pays du Golfe, Golfe: gulf
pays arabes, arabe: arab
`,
  generalWords: `
    entreprise entreprises déclaré déposé société sociétés groupe groupes firme firmes compagnie compagnies pays État
    États gouvernement autorité autorités personne personnes gens grand grande grands grandes
    annonce annoncer annoncent annoncé nouveau nouvelle nouvelles année années mois semaine jour fait
    faits sujet cas affaire affaires secteur monde mondial international été étés ville
    quelqu'un chose important importante décide décident décidé prévoit projet concurrent
  `,
  negations: `
    pas jamais aucun aucune dément démenti renonce renoncer exclut sans ni évite échappe nie relaxé
  `,
};
