"""Given names of many countries, in small letters: data. With one before it, a capitalised word is most likely a surname.

Only names that are no words of their own in a text in English, or seldom (Mark, Will and Hope are left out).
"""

from graphrag_desktop.language.lexicon import words

GIVEN_NAMES = words(
    """
    aaron abby abdul abigail abraham ada adam adela adele adeline adrian adriana agatha agathe agnes agnieszka
    ahmed aidan aileen aisha alan albert alberta alberto aldo alec alejandro aleksander alessandro alex
    alexander alexandra alexei alexis alfonso alfred alfredo alice alicia alina alison allan allen alois alvin
    amalia amalie amanda amara amelia amin amir amos amy ana anastasia anatoly anders andre andrea andreas
    andrei andres andrew andrzej angela angelica angelo angus anika anita anja ann anna annabel anne annette
    annie anselm anthony antoine anton antonia antonio anya ari ariana ariel arlene arman armando arne arnold
    arthur arturo arvid ashley astrid augustin ava axel barbara barnaby barry bart basil bastian beata beatrice
    beatriz becky belinda ben benedict benedikt benjamin benno bernadette bernard bernd bernhard bernice bert
    berta berthold bertram bess beth betsy betty beverly bianca billy birgit bjorn blake blanche bob bobby
    bogdan bonnie boris brad bradley bram brandon brenda brendan brent bret brian bridget bruce bruno bryan burt
    caleb calvin cameron camilla camille candice carl carla carlo carlos carmen carole caroline carrie carsten
    casper cassandra catarina caterina catherine cathy cecil cecilia celia celine cesar charles charlie
    charlotte chester chloe chris christa christian christina christine christoph christopher christos cindy
    claire clara clarence clarissa claude claudia claudio claus clayton clemens clementine clifford clint clive
    cody colette colin connie connor conrad constantin cora cordelia corinne cornelia cornelius craig cristina
    curtis cynthia cyril dagmar damian damon dan dana daniel daniela danielle danny daphne darcy daria darius
    darlene darren dave david debbie deborah delia della denis denise dennis derek desmond dexter diana diane
    diego dieter dimitri dina dirk dmitri dominic dominik donald donna dora doreen doris dorothea dorothy doug
    douglas duncan dustin dwayne dwight dylan eberhard eddie edgar edith edmund eduardo edward edwin eileen
    einar elaine eleanor elena eleni elias elisa elisabeth elise eliza elizabeth ella ellen ellie elliott elmer
    eloise elsa elsie elvira emanuel emil emilia emilio emily emma emmanuel enrico enrique eric erica erich erik
    erika erin erna ernest ernesto ernst erwin esteban esther ethan ethel eugene eugenia eva evan evelyn everett
    ezra fabian fabio fatima fay felicia felicity felix ferdinand fernanda fernando filip filippo finn fiona
    florian floyd frances francesca francesco francis francisco franco francois frank franz fred freda freddie
    frederic frederick frederik freya friedrich fritz gabriel gabriela gail galina gareth garrett gary gavin
    gemma genevieve geoffrey georg george georges georgina gerald geraldine gerard gerhard gerry gertrude
    giacomo gideon gilbert giles gina giorgio giovanna giovanni gisela giselle giulia giuseppe gladys glen glenn
    gloria goran gordon graham greg gregor gregory greta gretchen grigory guido guillermo gunnar gunther gustav
    gustavo gwen hal hanna hannah hanno hans harald hari harold harriet hartmut harvey hasan heather hector
    hedwig heidi heike heinrich heinz helen helena helene helga helmer helmut hendrik henning henri henrietta
    henrik henrike henry herbert herman hermann hilary hilda holger holly homer horace horst howard hubert hugh
    hugo humphrey ian ibrahim ida igor ilona ilse imogen imran ines inga inge inger ingmar ingo ingrid inka
    irena irene irina irma irving isaac isabel isabella isabelle isidore isla ismail isolde ivan ivana ivo
    jackie jacob jacqueline jacques jaime jake jakob jamal james jamie jan jana jane janet janice janine janos
    jared jarvis jasmine jason jasper javier jean jeanette jeanne jeff jeffrey jelena jennifer jenny jens jeremy
    jerome jerry jesse jessica jessie jill jim jimmy jo joachim joan joanna joanne jochen jodie joe joel joerg
    johan johann johanna johannes john johnny jon jonas jonathan jorge jose josef joseph josephine josh joshua
    joss joyce juan juana judith judy jules julia julian juliana julie juliet julio julius juno jurgen justin
    justine kai kamal karen karin karl karla karsten kaspar katarina kate katharina katherine kathleen kathryn
    kathy katia katie katja katrin kay keith kelly ken kendra kenneth kerry kevin khalid kim kirk kirsten kirsty
    klara klaus konrad konstantin kristen kristian kristin kristina kristof kurt kyle lara larissa larry lars
    laszlo laura laurel lauren laurence laurent laurie lawrence lea leah leandro leila lena leo leon leona
    leonard leonardo leonie leopold leroy leslie lester levi lewis liam lidia liesl lila lilian lillian lily
    linda lindsay linus lionel lisa lisbeth liza lloyd logan lois lola lorenz lorenzo loretta lori lorna
    lorraine lothar lottie lou louis louisa louise luca lucas lucia lucian luciano lucien lucille lucinda lucy
    ludmila ludwig luigi luis luisa luka lukas luke luna lydia lyle lynn mabel madeleine magda magdalena maggie
    malcolm malik mandy manfred manuel manuela marc marcel marcela marcia marco marcos marcus margaret margarete
    margarita margot maria mariam marian mariana marianne marie marija mario marion marisa marit marius marjorie
    markus marlene marshall marta martha martin martina marvin mary mateo mathias mathilde matilda matteo
    matthew matthias matthis maud maureen maurice maximilian maxine maya megan mehmet mel melanie melissa melvin
    mercedes meredith mia micah michael michaela michel michele michelle miguel mikael mike mikhail mila mildred
    milena millicent milo milton mimi mina minna mira miranda mirela miriam mirko mitchell mohamed mohammed
    moira molly mona monica monika morgan moritz morris moses muhammad muriel murray mustafa myra myrtle nadia
    nadine nancy naomi natalia natalie natasha nathan nathaniel ned neil nell nelson nicholas nick nicola
    nicolas nicole niels nigel nikita nikola nikolai nils nina noah noel nora norbert noreen norma norman
    octavia odette olaf ole oleg olga oliver olivia olof omar oona ophelia orla orson oscar oskar osric osvaldo
    oswald oswin ottilie otto owen pablo pamela paolo patricia patrick paul paula pauline pavel pedro peggy
    penelope penny percy perry peter petra petros phil philip philipp philippa phillip phoebe phyllis pia pierre
    piers piotr polly quentin rachel rafael rainer ralf ralph ramon ramona randall randy raoul raphael raquel
    raul ravi raymond rebecca reginald reinhard reinhold renata renate rene renee rex reza rhoda rhys ricarda
    ricardo riccardo richard rick rita robert roberta roberto robin rocco roderick rodney rodrigo roger roland
    rolf ron ronald rosa rosalie rosalind rosamund rosemary rosie ross roxanne roy ruben rudolf rudolph rufus
    rupert russell ruth ryan sabina sabine sabrina sally salvador salvatore sam samantha samir samuel sandra
    sandy sara sarah saul scott sean sebastian selma serena serge sergei sergio seth shane shannon sharon shaun
    sheila sheldon shelley sherman shirley sidney siegfried sigrid silas silke silvia silvio simon simone
    siobhan sofie solveig sonia sonja sophia sophie spencer stan stanislav stanley stefan stefanie stella
    stephan stephanie stephen steve steven stewart stuart susan susanna susanne suzanne sven svetlana sybil
    sylvia tabitha tamara tania tanja tanya tara tatiana ted terence teresa terry tess thea thelma theo theodor
    theodora theodore theresa therese thomas thorsten tiffany tilda tim timothy tina tobias toby todd tom tomas
    tommaso tommy toni tony torsten tove tracy travis trevor tristan trudy tyler ulf ulla ulrich ulrike uma
    ursula uwe vadim valentin valentina valerie vanessa vasily vera verena vernon veronica vicky victor vikram
    viktor viktoria vincent vincenzo viola vito vivian vivien vladimir volker waldemar wallace walter wanda
    warren wayne wendell wendy werner wesley wilbur wilfred wilhelm willem william willy wilma winifred winston
    wolfgang wyatt xavier yannick yara yasmin yolanda yuri yusuf yvette yvonne zachary zara zoe zoltan zora
    """
)
