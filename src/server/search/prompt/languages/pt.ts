import type { LanguageLexicon } from './language-lexicon.ts';

export const portugueseLexicon: LanguageLexicon = {
  events: `
comprar, compra, compre, comprou, adquirir, adquire, aquisição, adquiriu, OPA; assume o controle, assume o controlo, absorve, fica com, arremata
fusão, fundir; fundem, junção
vender, venda, vende, vendeu; aliena, desinvestimento
falência, recuperação judicial, insolvência, bancarrota, insolvente, falir; faliu, credores, liquidação
demissões, despedimento, despedimentos, corte de empregos, demitir, despedir; demite, dispensa, corta postos, elimina postos, corta empregos
greve, paralisação, grevista; paralisam, param, cruzam os braços, grevistas
recall, recolha, retirar do mercado; recolhe, retira
processo, ação judicial, processar; processa, tribunal, indenização
multa, multar, coima, multado; multada, sanção, autuação
sanções, embargo; bloqueio
subir, alta, aumento, aumentar, elevar, sobe, subida, aumenta, eleva; cresce, dispara, avança, subiu, reajuste
baixar, queda, corte, cortar, reduzir, redução, cair, descida, corta, reduz; cai, recua, caiu, recuo, despenca
demissão do, renúncia, renunciar, demite-se, pede demissão, demitir-se, renuncia; deixa o cargo, sai, exonerado
nomear, nomeação, nomeia, indicar; assume, sucede, nomeado, indicado
acidente, colisão, descarrilamento, batida; choque, capota, bate, queda de avião
fechar, encerramento, fechamento, encerrar, fecha; encerra, fim da produção
aprovar, aprovação, autorizar, autorização, aprova, autoriza; luz verde, aval
rejeitar, rejeição, rejeita, recusar; veta, nega, chumba
proibir, proibição, proíbe, vetar; veta
condenar, condenação, condenado, sentença; prisão, pena, tribunal
detenção, prisão, preso, detido, prender; presos, detidos
eleições, eleição, votação; urnas, eleitores
tempestade, furacão, ciclone, temporal, tufão; vendaval, chuvas
terremoto, sismo, terramoto, tremor; magnitude, abalo
inundação, cheia, enchente, inundações, cheias, enchentes; alaga, alagamento
incêndio, incêndios, fogo; chamas, queimada, arde
explosão, explodir, explode
ataque, atentado, tiroteio; bomba
contrato, encomenda, licitação; vence, assina, adjudicação
acordo, pacto, tratado; assinam, assina
ciberataque, ataque hacker, ataque informático; hackers, dados roubados
apagão, corte de energia; sem luz
`,
  things: `
banco, bancos, banca; instituição financeira
banco central; BCE, Copom, Fed, Banco de Portugal
taxa de juro, taxas de juro, juros, taxa básica, Selic, taxa de juros; pontos-base
lucro, lucros, ganhos; ganha, lucra
prejuízo, prejuízos, perdas; perde
dividendo, dividendos; proventos
tarifa, tarifas, direitos aduaneiros; imposto, taxa
inflação, IPCA; preços
ministro, ministra, primeiro-ministro; pasta
presidente executivo, CEO, diretor-geral; presidente, diretor
fábrica, fábricas; unidade, planta
médicos, médico; hospitais
companhia aérea, companhias aéreas; TAP, voos
`,
  countries: `
PT português, portuguesa, luso; Lisboa, Porto
BR brasileiro, brasileira; Brasília, São Paulo, Rio de Janeiro
ES espanhol, espanhola; Madri, Madrid, Barcelona
FR francês, francesa; Paris
DE alemão, alemã; Berlim, Frankfurt
GB britânico, britânica, inglês, Inglaterra; Londres
IT italiano, italiana; Roma, Milão
US americano, americana, norte-americano, EUA; Washington, Nova York
CN chinês, chinesa; Pequim, Xangai
JP japonês, japonesa; Tóquio
RU russo, russa; Moscou, Moscovo
UA ucraniano, ucraniana; Kiev
AO angolano, angolana; Luanda
MZ moçambicano, moçambicana; Maputo
CV cabo-verdiano; Praia
AR argentino, argentina; Buenos Aires
MX mexicano, mexicana
CL chileno, chilena
CO colombiano, colombiana; Bogotá
PE peruano, peruana
VE venezuelano, venezuelana; Caracas
UY uruguaio, uruguaia
PY paraguaio, paraguaia
IN indiano, indiana
TR turco, turca
ZA sul-africano, sul-africana
`,
  regions: `
Europa, europeu, europeia: europe
Ásia, asiático, asiática: asia
África, africano, africana: africa
América Latina, latino-americano, latino-americana: latinAmerica
América do Sul, sul-americano, sul-americana: southAmerica
Médio Oriente, Oriente Médio: middleEast
`,
  generalWords: `
    empresa empresas companhia companhias grupo grupos firma sociedade país países Estado governo
    autoridade pessoa pessoas grande grandes anuncia anunciar anuncie novo nova ano mês semana dia
    caso casos setor sector mundo mundial internacional alguém coisa importante declarado
  `,
  negations: `não nem nunca jamais nega negou desmente descarta desiste sem evita`,
};
