import { languageWords } from './language-words.ts';

export const french = languageWords({
  functionWords: `
    à afin ai ainsi alors après as au aucun aucune aujourd hui aussi autre autres aux avaient avait
    avant avec avez avoir avons c ça car ce ceci cela celle celles celui cependant ces cet cette ceux
    chaque chez comme comment contre d dans de depuis derrière des dès désormais deux devant doit
    doivent donc dont du durant elle elles en encore entre es est et étaient était étant été être eu
    eux fait fut grâce hors il ils j jamais je jusqu jusque l la laquelle le lequel les lesquelles
    lesquels leur leurs lors lorsqu lorsque lui m ma mais malgré me même mêmes mes mieux moi moins mon
    n ne ni nos notre nous on ont ou où par parce parmi pas pendant peu peut peuvent plus plusieurs
    pour pourquoi pourrait près puis puisque qu quand que quel quelle quelles quelque quelques quels
    qui quoi s sa sans se sera seront ses si soit son sont sous sur t ta tandis te tes toi ton toujours
    tous tout toute toutes très trop tu un une vers via voici voilà vos votre vous y s'il plaît svp
    concernant selon nouvelle nouveau nouveaux dernières derniers
    faire survient surviennent produit produisent lieu
    sauf hormis excepté exception
    va vont vais allons allez ira iront serait seraient aura auront viendra
  `,
  commandVerbs: `
    préviens préviens-moi prévenez prévenez-moi prévenir avertis avertis-moi avertissez
    avertissez-moi avertir informe informe-moi informez informez-moi informer alerte alerte-moi
    alertez alertez-moi alerter signale signale-moi signalez signalez-moi notifie notifie-moi
    notifiez notifiez-moi dis dis-moi dites dites-moi montre montre-moi montrez montrez-moi
    envoie envoie-moi envoyez envoyez-moi cherche cherchez chercher trouve trouve-moi trouvez
    trouvez-moi suis suivre suivez surveille surveiller surveillez donne donne-moi donnez donnez-moi
    tiens-moi tenez-moi savoir voudrais veux souhaite aimerais intéresse courant
  `,
  newsWords: `
    actualité actualités nouvelle nouvelles article articles information informations info infos
    dépêche dépêches titre titres reportage reportages news
  `,
  conditions: 'quand, lorsque, dès que, si, aussitôt que, chaque fois que, au cas où',
  and: 'et, ainsi que',
  or: 'ou, ou bien, soit',
});
